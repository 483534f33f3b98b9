import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  build,
  inClusterFolder,
  isRunning,
  start,
  startOwnerProcess,
  watchedLog,
  withClient,
} from './test-support.js';

const createRow = "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('hello')";

beforeAll(build);

test('a killed server is started again, with everything that was committed', () =>
  inClusterFolder(async (folder) => {
    const log = watchedLog();
    const postgres = await start(folder, { log });
    await withClient(postgres.connection, (sql) => sql.unsafe(createRow));

    for (let round = 0; round < 3; round += 1) {
      const [killed, again] = [postgres.pid, log.next('Postgres runs again')];
      process.kill(killed, 'SIGKILL');
      await again;
      const rows = await withClient(postgres.connection, (sql) => sql`SELECT word FROM kept`);

      expect(rows).toEqual([{ word: 'hello' }]);
      expect(postgres.pid).not.toBe(killed);
    }
    expect(postgres.restarts).toBe(3);
    await postgres.stop();
  }));

test('a stop while the server is down and about to be restarted leaves no server running', () =>
  inClusterFolder(async (folder) => {
    const log = watchedLog();
    const postgres = await start(folder, { log });
    const died = log.next('Postgres died');
    process.kill(postgres.pid, 'SIGKILL');
    await died;

    await postgres.stop();

    expect(await isRunning(postgres.pid)).toBe(false);
    const next = await start(folder, { log });
    await next.stop();
  }));

test('after kill -9 of the Node process, the next start stops the server that still runs, and has its data', () =>
  inClusterFolder(async (folder) => {
    const owner = await startOwnerProcess(folder);
    await withClient(owner.connection, (sql) => sql.unsafe(createRow));
    await owner.end('SIGKILL');
    expect(await isRunning(owner.pid)).toBe(true);

    const log = watchedLog();
    const postgres = await start(folder, { log });
    const rows = await withClient(postgres.connection, (sql) => sql`SELECT word FROM kept`);
    await postgres.stop();

    expect(rows).toEqual([{ word: 'hello' }]);
    expect(await isRunning(owner.pid)).toBe(false);
    expect(log.messages).toContain('Stopping the Postgres of an earlier run');
  }));

test('after kill -9 of both, the next start recovers', () =>
  inClusterFolder(async (folder) => {
    const owner = await startOwnerProcess(folder);
    await withClient(owner.connection, (sql) => sql.unsafe(createRow));
    const ended = owner.end('SIGKILL');
    process.kill(owner.pid, 'SIGKILL');
    await ended;

    const postgres = await start(folder);
    const rows = await withClient(postgres.connection, (sql) => sql`SELECT word FROM kept`);
    await postgres.stop();

    expect(rows).toEqual([{ word: 'hello' }]);
  }));

test('when the Node process ends without a stop, the server is stopped too', () =>
  inClusterFolder(async (folder) => {
    const owner = await startOwnerProcess(folder);
    await owner.end('SIGHUP');

    await expect.poll(() => isRunning(owner.pid)).toBe(false);
  }));

test('a stale postmaster.pid with the pid of another process neither prevents the start nor harms that process', () =>
  inClusterFolder(async (folder) => {
    const first = await start(folder);
    await withClient(first.connection, (sql) => sql.unsafe(createRow));
    await first.stop();
    const { uid, gid } = await stat(join(folder, 'cluster'));
    // Of the same user, because Postgres takes only such a process for a running server.
    const other = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
    await once(other, 'spawn');
    const pidFile = `${other.pid}\n/proc/self/cwd\n1700000000\n5432\n../run\n\n  1234567         1\nready   \n`;
    for (const path of [join(folder, 'cluster/postmaster.pid'), join(folder, 'run/.s.PGSQL.5432.lock')]) {
      await writeFile(path, pidFile, { mode: 0o600 });
      await chown(path, uid, gid);
    }

    const second = await start(folder);
    const rows = await withClient(second.connection, (sql) => sql`SELECT word FROM kept`);
    await second.stop();

    expect(rows).toEqual([{ word: 'hello' }]);
    expect(other.exitCode).toBeNull();
    const exited = once(other, 'exit');
    other.kill();
    await exited;
  }));

test('a second owner is refused with an explanation, and does not disturb the first', () =>
  inClusterFolder(async (folder) => {
    const owner = await startOwnerProcess(folder);

    await expect(start(folder)).rejects.toThrow(
      `The data folder ${folder} is in use by the running process ${owner.node.pid}.`,
    );
    await expect(startOwnerProcess(folder)).rejects.toThrow('is in use by the running process');

    expect(await withClient(owner.connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await owner.end('SIGTERM');
    await (await start(folder)).stop();
  }));

test('a start is refused when a server that cannot be seen answers at the socket', () =>
  inClusterFolder(async (folder) => {
    const first = await start(folder);
    await first.stop();
    const { createServer } = await import('node:net');
    const invisible = createServer().listen(join(folder, 'run/.s.PGSQL.5432'));
    await once(invisible, 'listening');

    await expect(start(folder)).rejects.toThrow(/A Postgres that we cannot see/);
    invisible.close();
  }));
