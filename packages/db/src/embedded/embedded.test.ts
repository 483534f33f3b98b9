import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect } from '../connection.js';
import { startEmbeddedPostgres } from './index.js';
import { inClusterFolder, inTemporaryFolder, start, watchedLog, withClient } from './test-support.js';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const createRow = ['CREATE TABLE kept (word text)', "INSERT INTO kept VALUES ('hello')"];

test('the first start makes a durable, private UTF-8 database that requires a password', () =>
  inTemporaryFolder(async (folder) => {
    const dataDir = join(folder, 'postgres');
    const postgres = await startEmbeddedPostgres({ dataDir, log: watchedLog() });
    const { connection } = postgres;

    const [row] = await withClient(
      connection,
      (sql) => sql`
        SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
          current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS tcp,
          pg_encoding_to_char(encoding) AS encoding, datlocale AS locale, rolsuper AS super
        FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`,
    );
    const withWrongPassword = connect({ ...connection, password: 'guess' }, { max: 1 });

    expect(row).toEqual({
      fsync: 'on',
      commits: 'on',
      checksums: 'on',
      tcp: '',
      encoding: 'UTF8',
      locale: 'C.UTF-8',
      super: false,
    });
    expect(await modeOf(connection.host)).toBe(0o700);
    expect(await modeOf(join(dataDir, 'password'))).toBe(0o600);
    expect(await modeOf(join(dataDir, 'cluster'))).toBe(0o700);
    await expect(withWrongPassword`SELECT 1`).rejects.toThrow(/password authentication failed/);
    await withWrongPassword.end();
    await postgres.stop();
  }));

test('a second start finds the data', () =>
  inClusterFolder(async (folder) => {
    const first = await start(folder);
    await withClient(first.connection, (sql) => sql.unsafe(createRow.join(';')));
    await first.stop();

    const second = await start(folder);
    const rows = await withClient(second.connection, (sql) => sql`SELECT word FROM kept`);
    await second.stop();

    expect(rows).toEqual([{ word: 'hello' }]);
  }));

test.runIf(process.platform === 'linux')('Ctrl-C in our terminal does not reach Postgres', () =>
  inClusterFolder(async (folder) => {
    const postgres = await start(folder);
    const status = await readFile(`/proc/${postgres.pid}/stat`, 'utf8');
    const [, , processGroup, session] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    await postgres.stop();

    expect([processGroup, session]).toEqual([String(postgres.pid), String(postgres.pid)]);
  }),
);

test('a second stop does nothing, and open connections do not delay a stop', () =>
  inClusterFolder(async (folder) => {
    const postgres = await start(folder);
    const sql = connect(postgres.connection, { max: 1 });
    await sql`SELECT 1`;

    const running = sql`SELECT pg_sleep(4)`.catch((error: unknown) => error);
    await Promise.all([postgres.stop(), postgres.stop()]);

    expect(await running).toBeInstanceOf(Error);
    await sql.end({ timeout: 0 });
  }));

test('a very deep data folder works, although socket addresses and Postgres limit the length of paths', () =>
  inTemporaryFolder(async (folder) => {
    const parts = Array.from(
      { length: process.platform === 'linux' ? 40 : 15 },
      (_, i) => `a-quite-deep-folder-with-a-long-name-${i}`,
    );
    const dataDir = join(folder, ...parts);
    const first = await start(dataDir);
    await withClient(first.connection, (sql) => sql.unsafe(createRow.join(';')));
    await first.stop();
    const second = await start(dataDir);
    const rows = await withClient(second.connection, (sql) => sql`SELECT word FROM kept`);
    await second.stop();

    expect(rows).toEqual([{ word: 'hello' }]);
    await expect(stat(second.connection.host)).rejects.toThrow(/ENOENT/);
  }));

test('a folder with other files is refused', () =>
  inTemporaryFolder(async (folder) => {
    await mkdir(join(folder, 'other-files'));

    await expect(start(folder)).rejects.toThrow(/holds files that are not a Palaver database/);
  }));

test('a setting that Postgres does not know fails the start at once, with the message of Postgres', () =>
  inTemporaryFolder(async (folder) => {
    const settings = { no_such_setting: '1' };

    await expect(start(folder, { settings })).rejects.toThrow(
      /unrecognized configuration parameter "no_such_setting"/,
    );
    // The data folder is free again.
    await (await start(folder)).stop();
  }));
