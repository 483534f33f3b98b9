import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect as connectSocket, createServer, type NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createdId } from '@palaver/core/testing';
import { connect, connectionUrl, withDatabase } from '@palaver/db';
import {
  createFaultProxy,
  createTestDatabase,
  createTestRole,
  type TestDatabase,
  type TestRole,
} from '@palaver/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { callersOf, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { build, type Child, killLeftovers, start } from './process/child.js';

let dataDir: string;
let database: TestDatabase;
let role: TestRole;

beforeAll(async () => {
  await build();
  dataDir = await mkdtemp(join(tmpdir(), 'palaver-refusals-'));
  database = await createTestDatabase();
  role = await createTestRole(database.connection);
});
afterEach(() => killLeftovers([dataDir]));
afterAll(async () => {
  await role.drop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const startOn = (DATABASE_URL: string, wait = '1') =>
  start({ DATA_DIR: dataDir, DATABASE_URL, DATABASE_WAIT_SECONDS: wait, ...TRUST_THE_TEST });

/** Expects that the start fails with this sentence, shows no stack and no password. */
async function expectRefusal(child: Child, sentence: RegExp): Promise<void> {
  expect((await child.exited).code).toBe(1);
  expect(child.output.stderr).toMatch(/^Palaver cannot start\.\n/);
  expect(child.output.stderr).toMatch(sentence);
  expect(child.output.stderr + child.output.stdout).not.toMatch(/\n\s+at |hunter22|role-password/);
}

/** Creates a database that is dropped after the test. */
async function otherDatabase(options: string): Promise<string> {
  const name = `other_${Date.now().toString(36)}_${Math.random().toString(36).slice(2)}`;
  await role.administer(`CREATE DATABASE ${name} OWNER ${role.name} ${options}`);
  onTestFinished(() => role.administer(`DROP DATABASE ${name} WITH (FORCE)`));
  return connectionUrl(withDatabase({ url: role.url }, name));
}

/** A proxy that replaces a text in the answers of Postgres by another one of the same length. */
async function replacing(text: string, other: string): Promise<string> {
  const { path, host, port } = connect(database.connection, { max: 1 }).options;
  const address: NetConnectOpts = path ? { path } : { host: host[0] ?? '127.0.0.1', port: port[0] ?? 5432 };
  const server = createServer((client) => {
    const postgres = connectSocket(address);
    client.on('error', () => postgres.destroy()).pipe(postgres);
    postgres.on('error', () => client.destroy()).on('end', () => client.end());
    postgres.on('data', (bytes) => client.write(bytes.toString('latin1').replaceAll(text, other), 'latin1'));
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a server on TCP is an object.
  const { port: own } = server.address() as AddressInfo;
  const url = new URL(database.url);
  url.search = '';
  url.host = `127.0.0.1:${own}`;
  return url.href;
}

describe('the start names what is wrong with the database, and what to do', () => {
  interface Row {
    readonly url: () => string | Promise<string>;
    readonly sentence: RegExp;
  }
  const rows: Readonly<Record<string, Row>> = {
    'nothing listens there': {
      url: () => 'postgres://palaver:hunter22@127.0.0.1:1/palaver',
      sentence:
        /Postgres at postgres:\/\/palaver@127\.0\.0\.1:1\/palaver \(DATABASE_URL\) does not answer: .*ECONNREFUSED.*\. It was tried for 1 seconds\./,
    },
    'a host that has no address': {
      url: () => 'postgres://palaver:hunter22@no-such-host.invalid/palaver',
      sentence: /no-such-host\.invalid\/palaver \(DATABASE_URL\) does not answer: .*(ENOTFOUND|EAI_AGAIN)/,
    },
    'a wrong password': {
      url: () => role.url.replace('role-password', 'hunter22'),
      sentence:
        /password authentication failed for user "role_\w+"\.\nCheck the password in DATABASE_URL, .*ALTER ROLE role_/,
    },
    'a database that does not exist': {
      url: () => connectionUrl(withDatabase({ url: role.url }, 'missing')),
      sentence: /database "missing" does not exist\.\nCreate it: CREATE DATABASE missing OWNER role_/,
    },
    'a database with another encoding': {
      url: () => otherDatabase("ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0"),
      sentence:
        /has the encoding SQL_ASCII, .* Palaver needs UTF8\.\nUse another database: CREATE DATABASE other_/,
    },
    'a Postgres that is too old': {
      url: () => replacing('18.', '14.'),
      sentence: /Palaver needs Postgres 15 or newer; at .* is version 14\./,
    },
    'a database that a newer version has migrated': {
      url: async () => {
        const newer = await createTestDatabase();
        onTestFinished(newer.drop);
        const sql = connect(newer.connection, { max: 1 });
        await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.now() + 1e11})`;
        await sql.end();
        return newer.url;
      },
      sentence:
        /was migrated by a newer version of Palaver, .*\nStart the newer version, or restore a backup/,
    },
  };
  test.each(Object.entries(rows))('%s', async (_, { url, sentence }) => {
    await expectRefusal(startOn(await url()), sentence);
  });
});

/** Runs what the sentence tells its reader to run, in the given database. */
async function grantAsTold(child: Child, url: string): Promise<void> {
  const statements = child.output.stderr.match(/(GRANT|ALTER) [^;]+;/g) ?? [];
  expect(statements).not.toEqual([]);
  await role.administer(statements.join(' '), databaseOf(url));
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1);

describe('a role that lacks rights is told which, and starts once they are granted as told', () => {
  test('to migrate an empty database', async () => {
    const url = await otherDatabase("ENCODING 'UTF8' TEMPLATE template0");
    await role.administer(`ALTER DATABASE ${databaseOf(url)} OWNER TO postgres`);
    const refused = startOn(url);
    await expectRefusal(
      refused,
      /lacks \d+ migrations, and the role role_\w+ has no right to create tables there/,
    );
    await grantAsTold(refused, url);
    const child = startOn(url);
    await expectConversation(child);
  });

  test('to use a migrated database: without CREATE it serves every request', async () => {
    const refused = startOn(role.url);
    await expectRefusal(
      refused,
      /may not read which migrations were applied .*\nAs the owner of the tables run: GRANT USAGE/,
    );
    await grantAsTold(refused, role.url);
    const refusedAgain = startOn(role.url);
    await expectRefusal(
      refusedAgain,
      /may not read and write \d+ of the tables at .*\nAs their owner run: GRANT/,
    );
    await grantAsTold(refusedAgain, role.url);
    const sql = connect({ url: role.url }, { max: 1 });
    await expect(sql`create table mine (id int)`).rejects.toMatchObject({ code: '42501' });
    await sql.end();
    await expectConversation(startOn(role.url));
  });

  test('to connect', async () => {
    const url = await otherDatabase("ENCODING 'UTF8' TEMPLATE template0");
    const name = databaseOf(url);
    await role.administer(
      `ALTER DATABASE ${name} OWNER TO postgres; REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`,
    );
    await expectRefusal(
      startOn(url),
      new RegExp(`permission denied for database .*\\n.*GRANT CONNECT ON DATABASE ${name} TO role_`),
    );
  });
});

/** Sends a message and uploads a file through the service, then stops it. */
async function expectConversation(child: Child): Promise<void> {
  const alice = await (await callersOf(await child.url())).person('alice');
  const serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
  const channelId = await createdId(alice, `/api/servers/${serverId}/channels`, { name: 'talk' });
  const messageId = await createdId(alice, `/api/channels/${channelId}/messages`, { content: 'Hello' });
  expect((await alice.put(`/api/messages/${messageId}/reactions/👍`)).status).toBe(200);
  expect((await alice.delete(`/api/servers/${serverId}`)).status).toBe(200);
  child.kill('SIGTERM');
  expect((await child.exited).code).toBe(0);
}

describe('a Postgres that is away at the start', () => {
  test('is waited for, with one line that names it, and used when it answers', async () => {
    const proxy = await createFaultProxy(database.connection);
    onTestFinished(proxy.close);
    proxy.cut();
    const child = startOn(connectionUrl(proxy.connection), '60');
    const { level, msg } = await child.line(({ msg: text }) => text.startsWith('Postgres at '));
    expect([level, msg]).toEqual([
      40,
      expect.stringMatching(
        /^Postgres at \S+@127\.0\.0\.1:\d+\/test_\w+ \(DATABASE_URL\) does not answer: .*\. Trying again for 60 seconds\.$/,
      ),
    ]);
    proxy.restore();
    await child.url();
    child.kill('SIGTERM');
    expect((await child.exited).code).toBe(0);
    expect(child.output.stderr).toBe('');
  });

  test('does not keep Ctrl-C from ending the process', async () => {
    const child = startOn('postgres://palaver:hunter22@127.0.0.1:1/palaver', '60');
    await child.line(({ msg }) => msg.startsWith('Postgres at '));
    child.kill('SIGINT');
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.lines().at(-1)?.msg).toBe('Stopped');
    expect(child.output.stderr).toBe('');
  });
});
