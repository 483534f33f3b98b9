import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { connectionUrl, createDatabase, type DatabaseConnection, withDatabase } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../src/cli/run-command.js';
import { build, killLeftovers, postgresOf, start } from './process/child.js';
import { palaver, type Run } from './process/cli.js';

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
  /** In this process, because there are many of them. */
  async function run(args: readonly string[]): Promise<Run> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const code = await runCommand(args, { env: {}, stdout, stderr });
    const read = (stream: PassThrough) => String(stream.read() ?? '');
    return { code, stdout: read(stdout), stderr: read(stderr) };
  }

  test('every command explains itself', async () => {
    const paths: string[][] = [[]];
    for (const path of paths) {
      const { code, stdout, stderr } = await run([...path, '--help']);
      expect({ path, code, stderr }).toEqual({ path, code: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: palaver/);
      const [, commands = ''] = /\nCommands:\n((?: .*\n)*)/.exec(stdout) ?? [];
      const names = [...commands.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
      paths.push(...names.filter((name) => name !== 'help').map((name) => [...path, name]));
    }
    expect(paths.length).toBeGreaterThan(3);
  });

  test.each([
    [['nonsense']],
    [['version', 'extra']],
    [['version', '--nonsense']],
    [['migrate', '--json', '-x']],
    [[]],
  ])('%j is wrong usage', async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/error: |Usage: /);
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
    const json = await palaver(['migrate', '--json'], { DATABASE_URL: 'mysql://x' });
    expect(JSON.parse(json.stderr)).toMatchObject({ error: expect.stringMatching(/^DATABASE_URL: /) });
  });
});

test('version names what runs', async () => {
  const { code, stdout } = await palaver(['version']);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Palaver 0\.\d+\.\d+, Node 2\d\./),
  });
  expect(answerOf(await palaver(['version', '--json']))).toMatchObject({
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
  expect(answerOf(first).applied).toContain('0000_foundation');
  expect(await postgresOf(dataDir)).toBeNull();
  const down = await palaver(['doctor', '--json'], environment);
  expect({ code: down.code, findings: findings(down) }).toEqual({ code: 0, findings: [] });

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
    const run = await palaver(['doctor', '--json'], environment);
    expect(run.code).toBe(1);
    expect(findings(run)).toEqual(['fail Configuration', 'fail Configuration']);
    expect(run.stdout).toContain('LOG_LEVEL: must be one of');
  });

  test('says that the data folder is a file', async () => {
    const dataDir = await dataFolder();
    await writeFile(dataDir, '');
    const run = await palaver(['doctor', '--json'], { DATA_DIR: dataDir });
    expect(run.code).toBe(1);
    expect(findings(run)).toContain('fail Data folder');
  });

  test('says that Postgres does not answer, without the password', async () => {
    const DATABASE_URL = 'postgres://palaver:a-secret-word@127.0.0.1:1/palaver';
    const run = await palaver(['doctor'], { DATA_DIR: await dataFolder(), DATABASE_URL });
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^fail {2}Database: .*ECONNREFUSED/m);
    expect(run.stdout).toContain('postgres://palaver@127.0.0.1:1/palaver');
    expect(run.stdout + run.stderr).not.toContain('a-secret-word');
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
    expect(findings(await palaver(['doctor', '--json'], asSuperuser))).toEqual([
      'fail Encoding',
      'warn Migrations',
    ]);
    const asReader = { DATA_DIR, DATABASE_URL: asRole(empty, name, 'good') };
    expect(findings(await palaver(['doctor', '--json'], asReader))).toEqual([
      'fail Encoding',
      'fail Migrations',
    ]);
  });
});

const superuser = (connection: DatabaseConnection) => asRole(connection, 'postgres');

function asRole(connection: DatabaseConnection, role: string, password?: string): string {
  const url = new URL(connectionUrl(connection));
  url.username = role;
  if (password !== undefined) url.password = password;
  return url.href;
}
