import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { createdId, joinServer } from '@palaver/core/testing';
import { connectionUrl, createDatabase, type DatabaseConnection, withDatabase } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sendRequest } from '../src/operator/request.js';
import { livingOperatorSocket } from '../src/operator/socket-path.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { build, killLeftovers, postgresOf, start } from './process/child.js';
import { command, palaver, type Run } from './process/cli.js';
import { openWebSocket } from './process/connections.js';

const folders: string[] = [];

beforeAll(build);
afterEach(async () => {
  await killLeftovers(folders);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** The path of a data folder that does not exist yet. */
async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-cli-'));
  folders.push(folder);
  return join(folder, 'data');
}

const answerOf = ({ stdout }: Run) => JSON.parse(stdout);

interface Check {
  readonly name: string;
  readonly status: string;
  readonly found: string;
}

/** The checks of `doctor --json` that found something, as `status name`. */
function findings(run: Run): string[] {
  const { checks }: { checks: Check[] } = answerOf(run);
  return checks.filter(({ status }) => status !== 'ok').map(({ status, name }) => `${status} ${name}`);
}

describe('arguments', () => {
  test('every command explains itself', async () => {
    const paths: string[][] = [[]];
    for (const path of paths) {
      const { code, stdout, stderr } = await command([...path, '--help']);
      expect({ path, code, stderr }).toEqual({ path, code: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: palaver/);
      expect(stdout).toContain('--json');
      const [, commands = ''] = /\nCommands:\n((?: .*\n)*)/.exec(stdout) ?? [];
      const names = [...commands.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
      paths.push(...names.filter((name) => name !== 'help').map((name) => [...path, name]));
    }
    expect(paths.length).toBeGreaterThan(3);
  });

  test.each([[['nonsense']], [['version', 'extra']], [['version', '--nonsense']], [['migrate', '-x']], [[]]])(
    '%j is wrong usage',
    async (args) => {
      const { code, stdout, stderr } = await command(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/error: |Usage: /);
    },
  );

  test.each([
    [['nonsense', '--json'], "unknown command 'nonsense'"],
    [['migrate', '--json', '-x'], "unknown option '-x'"],
    [['mail', 'test', '--json'], "missing required argument 'address'"],
    [['--json'], 'no command is given'],
  ])('%j is wrong usage, as JSON', async (args, error) => {
    const { code, stdout, stderr } = await command(args);
    expect({ stdout, ...JSON.parse(stderr) }).toEqual({ stdout: '', code: 'USAGE', error });
    expect(code).toBe(2);
  });

  test('wrong usage ends the process with code 2, a sentence and no stack', async () => {
    expect(await palaver(['nonsense'])).toEqual({
      code: 2,
      stdout: '',
      stderr: "error: unknown command 'nonsense'\n(--help explains the command)\n",
    });
  });

  test('a bad configuration is a sentence that names the variable, as JSON too', async () => {
    const text = await palaver(['migrate'], { DATABASE_URL: 'mysql://x' });
    expect(text).toMatchObject({ code: 1, stdout: '' });
    expect(text.stderr).toMatch(/^palaver: DATABASE_URL: must be a URL .*\n$/);
    const json = await command(['migrate', '--json'], { DATABASE_URL: 'mysql://x' });
    expect(JSON.parse(json.stderr)).toMatchObject({ error: expect.stringMatching(/^DATABASE_URL: /) });
  });
});

test('version names what runs', async () => {
  const { code, stdout } = await palaver(['version']);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Palaver 0\.\d+\.\d+, Node 2\d\./),
  });
  expect(answerOf(await command(['version', '--json']))).toMatchObject({
    palaver: expect.any(String),
    node: process.versions.node,
    lastMigration: expect.stringMatching(/^\d{4}_/),
  });
});

test('migrate and doctor work while the service is down and beside it, on the embedded database', async () => {
  const dataDir = await dataFolder();
  const environment = { DATA_DIR: dataDir, PORT: '0' };
  const before = await palaver(['doctor', '--json'], environment);
  expect(before.code).toBe(0);
  expect(findings(before)).toEqual([]);

  const first = await palaver(['migrate', '--json'], environment);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(answerOf(first).applied).toContain('0000_palaver');
  expect(await postgresOf(dataDir)).toBeNull();
  const down = await palaver(['doctor', '--json'], environment);
  expect({ code: down.code, findings: findings(down) }).toEqual({ code: 0, findings: ['warn Backup'] });

  const service = start(environment);
  await service.url();
  const second = await palaver(['migrate', '--json'], environment);
  expect({ code: second.code, ...answerOf(second) }).toEqual({ code: 0, applied: [] });
  const up = await palaver(['doctor'], environment);
  expect(up).toMatchObject({ code: 0, stderr: '' });
  expect(up.stdout).toContain('the embedded one of the running service');
  service.kill('SIGTERM');
  expect((await service.exited).code).toBe(0);
});

describe('doctor', () => {
  test('names each variable that is not valid, and checks the rest', async () => {
    const environment = { DATA_DIR: await dataFolder(), PORT: 'x', LOG_LEVEL: 'loud' };
    const run = await command(['doctor', '--json'], environment);
    expect(run.code).toBe(1);
    expect(findings(run)).toEqual(['fail Configuration', 'fail Configuration']);
    expect(run.stdout).toContain('LOG_LEVEL: must be one of');
  });

  test('says that the data folder is a file', async () => {
    const dataDir = await dataFolder();
    await writeFile(dataDir, '');
    const run = await command(['doctor', '--json'], { DATA_DIR: dataDir });
    expect(run.code).toBe(1);
    expect(findings(run)).toContain('fail Data folder');
  });

  test('says that Postgres does not answer, without the password', async () => {
    const DATABASE_URL = 'postgres://palaver:a-secret-word@127.0.0.1:1/palaver';
    const run = await command(['doctor'], { DATA_DIR: await dataFolder(), DATABASE_URL });
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^fail {2}Database: .*ECONNREFUSED/m);
    expect(run.stdout).toContain('postgres://palaver@127.0.0.1:1/palaver');
    expect(run.stdout + run.stderr).not.toContain('a-secret-word');
  });

  test('says what is wrong with port, PUBLIC_URL, proxies and files', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { sql, close } = createDatabase({ url }, { max: 1 });
    await sql.unsafe(`insert into users (id, username, display_name, password_hash, avatar_path, created_at) values
      (gen_random_uuid(), 'doris', 'doris', 'x', '/api/avatars/${'0'.repeat(64)}.webp', now())`);
    await close();
    const run = await command(['doctor', '--json'], {
      DATA_DIR: await dataFolder(),
      DATABASE_URL: url,
      PORT: String(port),
      PUBLIC_URL: 'http://chat.example.com',
      TRUSTED_PROXIES: '10.0.0.0/8, 0.0.0.0/0',
    });
    expect(findings(run)).toEqual(
      expect.arrayContaining([
        'fail Port',
        'warn PUBLIC_URL',
        'warn TRUSTED_PROXIES',
        'fail Files in avatars',
      ]),
    );
  });

  test('names the store of the files where that fails, and not the database', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const run = await command(['doctor', '--json'], {
      DATA_DIR: await dataFolder(),
      DATABASE_URL: url,
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    expect(findings(run)).toContain('fail Files in S3');
    expect(findings(run).join()).not.toContain('Database');
    expect(run.stdout).toContain('S3_ENDPOINT (http://127.0.0.1:1');
  });

  test('finds an empty database, a wrong encoding, and a role that may not migrate', async ({ skip }) => {
    const { connection, drop } = await createTestDatabase();
    onTestFinished(drop);
    const admin = createDatabase({ url: superuser(connection) }, { max: 1 });
    onTestFinished(() => admin.close());
    const isAdmin = await admin.sql`select 1`.then(
      () => true,
      () => false,
    );
    skip(!isAdmin, 'this Postgres has no superuser with the password of the tests');
    const name = `palaver_${randomUUID().replaceAll('-', '')}`;
    await admin.sql.unsafe(`create role ${name} login password 'good'`);
    await admin.sql.unsafe(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    onTestFinished(async () => {
      await admin.sql.unsafe(`drop database ${name} with (force)`);
      await admin.sql.unsafe(`drop role ${name}`);
    });
    const empty = withDatabase(connection, name);
    const DATA_DIR = await dataFolder();
    const asSuperuser = { DATA_DIR, DATABASE_URL: superuser(empty) };
    expect(findings(await command(['doctor', '--json'], asSuperuser))).toEqual(
      expect.arrayContaining(['fail Encoding', 'warn Migrations']),
    );
    const asReader = { DATA_DIR, DATABASE_URL: asRole(empty, name, 'good') };
    expect(findings(await command(['doctor', '--json'], asReader))).toEqual(
      expect.arrayContaining(['fail Encoding', 'fail Migrations']),
    );
  });
});

describe('beside a running service', () => {
  let service: TestService;
  let environment: Record<string, string>;
  beforeAll(async () => {
    service = await startTestService();
    environment = { DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl };
  });
  afterAll(() => service.close());

  /** Runs a command that must succeed, and returns its JSON. */
  async function done(args: readonly string[]) {
    const run = await command([...args, '--json'], environment);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    return answerOf(run);
  }

  /** Runs a command that must fail, and returns the code of its error. */
  async function refused(args: readonly string[]): Promise<string> {
    const run = await command([...args, '--json'], environment);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    return JSON.parse(run.stderr).code;
  }

  const login = (username: string, password: string) =>
    service.client(null).post('/api/auth/login', { username, password });

  test('only the user of the service can open its socket', async () => {
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    const socketPath = (await livingOperatorSocket(service.dataDir)) ?? '';
    expect([await modeOf(dirname(socketPath)), await modeOf(socketPath)]).toEqual([0o700, 0o600]);
    const target = { socketPath };
    expect(await sendRequest(target, 'GET', '/health')).toMatchObject({ status: 200 });
    for (const path of ['/api/auth/sessions', '/api/servers', '/api/admin', '/trpc/admin.users']) {
      expect(await sendRequest(target, 'GET', path)).toMatchObject({ status: 404 });
    }
  });

  test('the operator makes an admin, who does the same from elsewhere with a token', async () => {
    const { user, password } = await done(['users', 'create', 'root-admin', '--admin']);
    const { body } = await login('root-admin', password);
    const remote = { PALAVER_TOKEN: body.data.token };
    const args = ['users', 'show', 'ROOT-ADMIN', '--url', service.url, '--json'];
    const shown = await command(args, remote);
    expect(answerOf(shown)).toMatchObject({ id: user.id, admin: true });
    expect(await refused(['users', 'demote', 'root-admin'])).toBe('LAST_ADMIN');
    expect(await refused(['users', 'show', 'root-admin', '--url', service.url])).toBe('NO_TOKEN');
    const plain = await service.person('plain-person');
    const denied = await command(args, { PALAVER_TOKEN: plain.token ?? '' });
    expect(JSON.parse(denied.stderr)).toMatchObject({ code: 'INSTANCE_ADMIN_REQUIRED' });
  });

  test('accounts: a password comes from standard input, a reset and a deactivation end sessions', async () => {
    const create = ['users', 'create', 'kim', '--email', 'kim@example.com', '--password'];
    expect((await palaver(create, environment, 'a password of kim\n')).code).toBe(0);
    const { body } = await login('kim', 'a password of kim');
    const kim = service.client(body.data.token);
    const { password } = await done(['users', 'reset-password', 'kim']);
    expect((await kim.get('/api/users/me')).status).toBe(401);
    const { body: again } = await login('kim', password);
    const { closed } = await openWebSocket(service.url, again.data.token);
    expect(await done(['users', 'deactivate', 'Kim'])).toMatchObject({ deactivatedAt: expect.any(String) });
    expect(await closed).toBe(4401);
    expect((await login('kim', password)).body.code).toBe('ACCOUNT_DEACTIVATED');
    await done(['users', 'reactivate', 'kim']);
    expect((await login('kim', password)).status).toBe(200);
    expect(await done(['users', 'list', '--query', 'kim@'])).toMatchObject([{ username: 'kim' }]);
    expect(await refused(['users', 'create', 'KIM'])).toBe('USERNAME_TAKEN');
    expect(await refused(['users', 'show', 'nobody-at-all'])).toBe('USER_NOT_FOUND');
    expect(await refused(['users', 'list', '--limit', 'many'])).toBe('INVALID_INPUT');
  });

  test('servers and sessions: listed, handed over, ended, deleted, and in the audit log', async () => {
    const [owner, member] = [await service.person('lea-owner'), await service.person('lea-member')];
    const serverId = await createdId(owner, '/api/servers', { name: 'Lea' });
    await joinServer(owner, serverId, [member]);
    expect(await done(['servers', 'list', '--query', 'lea'])).toMatchObject([
      { id: serverId, memberCount: 2 },
    ]);
    const { ownerId } = await done(['servers', 'hand-over', serverId, '--to', 'lea-member']);
    expect(ownerId).toBe(member.id);
    expect(await refused(['servers', 'delete', serverId])).toBe('NOT_CONFIRMED');
    await done(['servers', 'delete', serverId, '--yes']);
    expect(await refused(['servers', 'show', serverId])).toBe('SERVER_NOT_FOUND');
    const [session] = await done(['sessions', 'list', 'lea-owner']);
    expect(await refused(['sessions', 'end', 'lea-owner'])).toBe('WHICH_SESSION');
    expect(await done(['sessions', 'end', 'lea-owner', session.id])).toEqual({ ended: [session.id] });
    expect((await owner.get('/api/users/me')).status).toBe(401);
    await done(['sessions', 'end', 'lea-member', '--all']);
    expect((await member.get('/api/users/me')).status).toBe(401);
    const acts = await done(['audit-log', '--target', serverId]);
    expect(acts.map(({ act, actorName }: { act: string; actorName: string }) => [act, actorName])).toEqual([
      ['server.deleted', userInfo().username],
      ['server.handedOver', userInfo().username],
    ]);
  });

  test('legal holds: put, listed, read, exported and ended, each a line of the audit log', async () => {
    const owner = await service.person('hold-owner');
    const serverId = await createdId(owner, '/api/servers', { name: 'Held' });
    const channelId = await createdId(owner, `/api/servers/${serverId}/channels`, { name: 'evidence' });
    const reason = ['--reason', 'a lawsuit'];
    for (const which of [[], ['--server', serverId, '--channel', channelId]])
      expect(await refused(['holds', 'put', ...which, ...reason])).toBe('WHAT_TO_HOLD');
    expect(await refused(['holds', 'put', '--channel', serverId, ...reason])).toBe('CHANNEL_NOT_FOUND');
    expect(await refused(['holds', 'put', '--server', serverId, '--reason', ''])).toBe('INVALID_INPUT');
    const hold = await done(['holds', 'put', '--channel', channelId, ...reason]);
    expect(hold).toMatchObject({ channelId, serverId: null, reason: 'a lawsuit', createdBy: null });
    expect(await done(['hold', 'list', '--limit', '1'])).toEqual([hold]);
    const path = `/api/channels/${channelId}/messages`;
    const messageId = await createdId(owner, path, { content: 'first\nsecond' });
    await owner.delete(`/api/messages/${messageId}`);
    expect(await done(['holds', 'read', hold.id])).toMatchObject([
      { messageId, content: 'first\nsecond', isDeleted: true, files: [] },
    ]);
    const { stdout } = await command(['holds', 'read', hold.id], environment);
    expect(stdout).toMatch(/^id .* text +files\n.* deleted .* "first\\nsecond"/);
    expect(await refused(['holds', 'read', serverId])).toBe('HOLD_NOT_FOUND');

    const form = new FormData();
    form.append('file', new File(['what was agreed'], 'terms.TXT', { type: 'text/plain' }));
    const upload = await owner.send('POST', `/api/channels/${channelId}/attachments`, undefined, {
      raw: form,
    });
    const [{ id: attachmentId }] = upload.body.data;
    const withFile = await createdId(owner, path, { content: 'see there', attachmentIds: [attachmentId] });
    await owner.delete(`/api/messages/${withFile}`);
    const folder = join(await mkdtemp(join(tmpdir(), 'palaver-held-')), 'held');
    folders.push(dirname(folder));
    expect(await done(['holds', 'export', hold.id, folder])).toEqual({ messages: 2, files: 1, missing: [] });
    const lines = (await readFile(join(folder, 'messages.ndjson'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { messageId: withFile, content: 'see there', files: [{ id: attachmentId, filename: 'terms.TXT' }] },
      { messageId, content: 'first\nsecond', files: [] },
    ]);
    const exported = join(folder, 'files', `${attachmentId}.TXT`);
    expect(await readFile(exported, 'utf8')).toBe('what was agreed');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(exported)).mode & 0o777).toBe(0o600);
    expect(await refused(['holds', 'export', hold.id, folder])).toBe('FOLDER_EXISTS');
    const other = join(folder, 'other');
    expect(await refused(['holds', 'export', serverId, other])).toBe('HOLD_NOT_FOUND');
    expect(await refused(['holds', 'fetch', hold.id, serverId, other])).toBe('ATTACHMENT_NOT_FOUND');
    expect((await readdir(folder)).sort()).toEqual(['files', 'messages.ndjson']);
    expect(await done(['holds', 'fetch', hold.id, attachmentId, other])).toEqual({ file: other });
    expect(await readFile(other, 'utf8')).toBe('what was agreed');

    expect(await refused(['holds', 'end', hold.id])).toBe('NOT_CONFIRMED');
    expect(await done(['holds', 'end', hold.id, '--yes'])).toEqual({ ok: true });
    expect(await refused(['holds', 'end', hold.id, '--yes'])).toBe('HOLD_NOT_FOUND');
    expect(await done(['holds', 'list'])).toEqual([]);
    const acts = await done(['audit-log', '--target', channelId]);
    expect(acts.map(({ act }: { act: string }) => act)).toEqual([
      'hold.ended',
      'hold.fileRead',
      'hold.read',
      'hold.fileRead',
      'hold.read',
      'hold.read',
      'hold.read',
      'hold.created',
    ]);
  });

  test('API keys: made, listed without the token, used in place of an admin, and revoked', async () => {
    const { key, token } = await done(['keys', 'create', 'shop', '--scopes', 'admin:read', 'users:read']);
    const listed = await done(['keys', 'list']);
    expect(listed).toEqual([expect.objectContaining({ id: key.id, scopes: ['admin:read', 'users:read'] })]);
    expect(JSON.stringify(listed)).not.toContain(token);
    const elsewhere = (...args: string[]) =>
      command([...args, '--url', service.url, '--json'], { PALAVER_TOKEN: token });
    expect((await elsewhere('users', 'list')).code).toBe(0);
    const codeOf = async (run: Promise<Run>) => JSON.parse((await run).stderr).code;
    expect(await codeOf(elsewhere('users', 'create', 'nobody'))).toBe('SCOPE_REQUIRED');
    expect(await codeOf(elsewhere('keys', 'create', 'more', '--scopes', 'admin:write'))).toBe(
      'KEY_NOT_ALLOWED',
    );
    expect(await refused(['keys', 'create', 'shop', '--scopes', 'auth:write'])).toBe('INVALID_INPUT');
    expect(await refused(['keys', 'create', 'a', '--scopes', 'users:read', '--expires-at', 'tomorrow'])).toBe(
      'INVALID_INPUT',
    );
    await done(['keys', 'revoke', key.id]);
    expect(await codeOf(elsewhere('users', 'list'))).toBe('UNAUTHENTICATED');
    expect(await refused(['keys', 'revoke', key.id])).toBe('KEY_NOT_FOUND');
  });

  test('a list is a table, and any other answer a sentence', async () => {
    const { stdout } = await palaver(['users', 'list'], environment);
    expect(stdout).toMatch(/^id +username +email +kind +created +last used\n/);
    const { user } = await done(['users', 'create', 'sam', '--email', 'sam@example.com']);
    const owner = await service.person('olivia');
    const serverId = await createdId(owner, '/api/servers', { name: 'Sentences' });
    const sentence = async (...args: string[]) => (await command(args, environment)).stdout;
    expect(await sentence('users', 'show', 'sam')).toMatch(
      new RegExp(`^sam \\(${user.id}\\), person: sam, sam@example.com, made on .*, not signed in\\.\\n$`),
    );
    expect(await sentence('users', 'promote', 'sam')).toBe('sam is an admin of the service.\n');
    expect(await sentence('users', 'demote', 'sam')).toBe('sam is no admin of the service.\n');
    expect(await sentence('users', 'deactivate', 'sam')).toMatch(/^sam is deactivated: .*\.\n$/);
    expect(await sentence('users', 'reactivate', 'sam')).toBe('sam can sign in again.\n');
    expect(await sentence('servers', 'show', serverId)).toMatch(
      /^Sentences \(.*\) is owned by olivia: .*\.\n$/,
    );
    const held = await sentence('holds', 'put', '--server', serverId, '--reason', 'a lawsuit');
    expect(held).toMatch(/^Put the server .* on hold \(.*\)\.\n$/);
    expect(await sentence('keys', 'list')).toBe('There is nothing to list.\n');
    expect(await sentence('version')).toMatch(/^Palaver .*\.\n$/);
    expect(await refused(['mail', 'test', 'ops@example.com'])).toBe('MAIL_NOT_CONFIGURED');
  });
});

test('a command that needs the service says that it does not run, and how to go on', async () => {
  const run = await palaver(['users', 'list'], { DATA_DIR: await dataFolder() });
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^palaver: No service runs with this data folder .*npm start/s);
});

const superuser = (connection: DatabaseConnection) => asRole(connection, 'postgres');

function asRole(connection: DatabaseConnection, role: string, password?: string): string {
  const url = new URL(connectionUrl(connection));
  url.username = role;
  if (password !== undefined) url.password = password;
  return url.href;
}
