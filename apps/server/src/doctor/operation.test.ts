import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteBackup } from '../last-backup.js';
import { HOOK_SECRET } from '../outgoing/before-send.fixture.js';
import { startSmtpServer, type TestSmtpServer } from '../outgoing/smtp-server.fixture.js';
import type { Client, Json } from '../testing/client.js';
import { startTestServiceOn, type TestService } from '../testing/test-service.js';

const METRICS_TOKEN = 'a-token-of-the-tests';
const PATHS = ['/api/admin/configuration', '/api/admin/checks'];

let smtp: TestSmtpServer;
let hook: Server;
let database: TestDatabase;
let service: TestService;
let admin: Client;
let alice: Client;

beforeAll(async () => {
  smtp = await startSmtpServer();
  hook = createServer((_req, res) => {
    // A minute behind.
    res
      .setHeader('Date', new Date(Date.now() - 60_000).toUTCString())
      .writeHead(405)
      .end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  database = await createTestDatabase();
  const { port } = hook.address() as AddressInfo;
  service = await startTestServiceOn(database, {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Acme Chat <chat@example.com>',
    PUBLIC_URL: 'http://chat.invalid',
    METRICS_TOKEN,
    BEFORE_SEND_URL: `http://hook:a-password@127.0.0.1:${port}/hooks/secret-path?token=a-query`,
    BEFORE_SEND_SECRET: HOOK_SECRET,
  });
  [admin, alice] = [await service.person('olga'), await service.person('alice')];
  const sql = connect({ url: database.url }, { max: 1 });
  await sql`update users set admin = true where id = ${admin.id}`;
  await sql.end();
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await smtp.stop();
  hook.close();
});

test('nobody but an admin is told', async () => {
  const bot = await service.bot(alice, 'helper');
  for (const path of PATHS) {
    expect((await service.client(null).get(path)).status).toBe(401);
    expect((await alice.get(path)).body.code).toBe('INSTANCE_ADMIN_REQUIRED');
    expect((await bot.get(path)).body.code).toBe('PEOPLE_ONLY');
  }
  const mail = { address: 'ops@example.com' };
  expect((await service.client(null).post('/api/admin/test-mail', mail)).status).toBe(401);
  expect((await alice.post('/api/admin/test-mail', mail)).body.code).toBe('INSTANCE_ADMIN_REQUIRED');
  expect((await bot.post('/api/admin/test-mail', mail)).body.code).toBe('PEOPLE_ONLY');
});

test('the configuration is told without secrets', async () => {
  const { body, text } = await admin.get('/api/admin/configuration');
  const variables = new Map(body.data.map((one: Json) => [one.name, one]));
  const METRICS = { isSet: true, isSecret: true, value: null };
  expect(variables.get('METRICS_TOKEN')).toMatchObject(METRICS);
  expect(variables.get('SECRET_KEY_PREVIOUS')).toMatchObject({ isSet: false, isSecret: true, value: null });
  expect(variables.get('PORT')).toMatchObject({ isSet: true, value: '0' });
  expect(variables.get('RATE_BURST')).toMatchObject({ isSet: false, isSecret: false, value: '60' });
  expect(variables.get('MAIL_FROM')).toMatchObject({ value: 'Acme Chat <chat@example.com>' });
  const secrets = [METRICS_TOKEN, HOOK_SECRET, 'a-password', 'secret-path', 'a-query', 'the secret key of'];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('the checks look at what is configured, and name causes', async () => {
  await noteBackup(service.dataDir, new Date(Date.now() - 72 * 3_600_000).toISOString());
  const [first, again] = await Promise.all([admin.get(PATHS[1] ?? ''), admin.get(PATHS[1] ?? '')]);
  expect(again.text).toBe(first.text);
  const found = new Map(first.body.data.map((one: Json) => [one.name, `${one.status} ${one.found}`]));
  expect(Object.fromEntries(found)).toMatchObject({
    Node: expect.stringMatching(/^ok/),
    Postgres: expect.stringMatching(/^ok/),
    Autovacuum: 'ok looks at the tables every 5min',
    'Secret key': 'ok all secrets of the database are sealed under it',
    Backup: 'warn the last one is 3 days old',
    Mail: `ok 127.0.0.1:${smtp.port} answers`,
    Hook: expect.stringMatching(/^ok 127\.0\.0\.1:\d+ answers$/),
    'Clocks elsewhere': expect.stringMatching(/^warn that of 127\.0\.0\.1:\d+ differs by -6\d s$/),
    Reachable: expect.stringMatching(/^fail .*chat\.invalid.*DNS/),
  });
});

test('a test mail is sent, by the command line too, and what the mail server says is passed on', async () => {
  const given = { address: 'ops@example.com' };
  expect((await admin.post('/api/admin/test-mail', given)).body.data).toEqual(given);
  expect(await service.asOperator('POST', '/api/admin/test-mail', given)).toEqual(given);
  expect(smtp.received.map(({ to }) => to)).toEqual([['ops@example.com'], ['ops@example.com']]);
  await expect(service.asOperator('POST', '/api/admin/test-mail', {})).rejects.toThrow('400');
  smtp.refuse({ at: 'rcpt', status: 550 });
  const refused = await admin.post('/api/admin/test-mail', given);
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    503,
    'MAIL_FAILED',
    'The mail server has not accepted the mail: it answered 550.',
  ]);
  const [act] = (await admin.get('/api/admin/audit-log?limit=1')).body.data;
  expect(act).toMatchObject({
    act: 'mail.tested',
    targetName: 'ops@example.com',
    details: { failure: '550' },
  });
});
