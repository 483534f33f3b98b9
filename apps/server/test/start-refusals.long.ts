import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createTestDatabase, placeCluster } from '@palaver/db/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { TRUST_THE_TEST } from '../src/testing/test-service.js';
import { build, type Child, killLeftovers, ordinaryUser, postgresOf, start } from './process/child.js';

let folder: string;

beforeAll(build);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-refusals-'));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  await killLeftovers([folder]);
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

async function expectRefusal(child: Child, sentence: RegExp): Promise<void> {
  expect((await child.exited).code).toBe(1);
  expect(child.output.stderr).toMatch(/^Palaver cannot start\.\n/);
  expect(child.output.stderr).toMatch(sentence);
  expect(child.output.stderr + child.output.stdout).not.toMatch(/\n\s+at /);
}

describe('the data folder', () => {
  test.each([
    ['is a file', 'file'],
    ['lies below a file', 'file/data'],
  ])('%s', async (_, path) => {
    await writeFile(join(folder, 'file'), '');
    const child = start({ DATA_DIR: join(folder, path) });
    await expectRefusal(
      child,
      new RegExp(`\nDATA_DIR: ${folder}/${path} is a file or lies below one\\. .*set DATA_DIR`),
    );
  });

  const user = ordinaryUser();
  /** Makes a folder of this mode below the data folder, which belongs to the user that the service runs as. */
  async function make(path: string, mode: number): Promise<void> {
    await mkdir(join(folder, 'data', path), { recursive: true });
    for (let part = path; ; part = dirname(part)) {
      if (user?.uid !== undefined) await chown(join(folder, 'data', part), user.uid, user.gid ?? user.uid);
      if (part === '' || part === '.') break;
    }
    await chmod(join(folder, 'data', path), mode);
  }

  // Skipped for a root whose checkout nobody else can read.
  test.skipIf(user === null).each([
    {
      name: 'cannot be made',
      path: null,
      sentence: /\nDATA_DIR: \S+ cannot be made \(EACCES\)\. .*:\nsudo install -d /,
    },
    {
      name: 'is not writable',
      path: '',
      sentence: /\nDATA_DIR: \S+\/data has the mode 0500, .*:\nchmod u\+rwX \S+\/data\n/,
    },
    {
      name: 'has files that are not writable',
      path: 'files',
      sentence: /\/data\/files has the mode 0500.*:\nchmod u\+rwX \S+\/data\/files\n/,
    },
    {
      name: 'has a database that is not writable',
      path: 'postgres/cluster',
      sentence: /\/postgres\/cluster has the mode 0500.*:\nchmod/,
    },
  ])('$name', async ({ path, sentence }) => {
    if (path === null) await mkdir(join(folder, 'data'), { mode: 0o500 });
    else await make(path, 0o500);
    const DATA_DIR = path === null ? join(folder, 'data/below') : join(folder, 'data');
    await expectRefusal(start({ DATA_DIR }, user ?? {}), sentence);
  });

  test.skipIf(user === null)('is named by its real path', async () => {
    await make('files', 0o500);
    await symlink(join(folder, 'data'), join(folder, 'link'));
    const child = start({ DATA_DIR: join(folder, 'link') }, user ?? {});
    await expectRefusal(child, new RegExp(`DATA_DIR: ${folder}/data/files has the mode 0500`));
  });

  // Only root can give a folder to somebody else.
  test.skipIf(user === null || process.getuid?.() !== 0)('belongs to somebody else', async () => {
    await mkdir(join(folder, 'data'), { mode: 0o700 });
    const child = start({ DATA_DIR: join(folder, 'data') }, user ?? {});
    await expectRefusal(
      child,
      /data belongs to the user 0, and the service runs as the user 65534\. Run:\nsudo chown -R 65534:65534 \S+\/data\n/,
    );
  });

  test('is used by another process', async () => {
    await placeCluster(join(folder, 'postgres'));
    const first = start({ DATA_DIR: folder });
    await first.url();
    await expectRefusal(
      start({ DATA_DIR: folder }),
      /is in use by the running process \d+\. Stop that process first, or .*DATA_DIR/,
    );
    first.kill('SIGTERM');
    expect((await first.exited).code).toBe(0);
  });
});

describe('the address', () => {
  beforeEach(() => placeCluster(join(folder, 'postgres')));

  test('is in use: the port is named, and Postgres is stopped', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const PORT = String(typeof address === 'object' ? address?.port : '');
    const child = start({ DATA_DIR: folder, PORT });
    await expectRefusal(child, new RegExp(`\nPort ${PORT} is in use; set PORT to another one\\.\n`));
    expect(await postgresOf(folder)).toBeNull();
  });

  test('is not one of this machine', async () => {
    const child = start({ DATA_DIR: folder, HOST: '192.0.2.1' });
    await expectRefusal(child, /\nHOST: 192\.0\.2\.1 is no address of this machine\./);
  });
});

describe('a bad value in the environment', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://root:hunter22@localhost/palaver'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['REDIS_URL', 'redis://localhost'],
    ['PUBLIC_URL', 'chat.example.com'],
    ['CORS_ORIGINS', 'https://chat.example.com/path'],
    ['LOG_LEVEL', 'loud'],
    ['SESSION_IDLE_DAYS', '0'],
    ['SESSION_MAX_DAYS', '1.5'],
    ['EVENT_RETENTION_DAYS', 'forever'],
  ])('%s=%s stops the start with a sentence that names the variable', async (name, value) => {
    const child = start({ DATA_DIR: folder, [name]: value });
    expect((await child.exited).code).toBe(1);
    expect(child.output.stderr).toMatch(new RegExp(`^Palaver cannot start\\.\n${name}: [^\n]+\n$`));
    expect(child.output.stderr + child.output.stdout).not.toMatch(/\n\s+at |hunter22/);
  });
});

test('a node that does not share the files or Redis of a living one is refused, and one that does starts', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const environment = { DATABASE_URL: database.url, PUBLIC_URL: 'http://localhost', ...TRUST_THE_TEST };
  const first = start({ ...environment, DATA_DIR: join(folder, 'one') });
  await first.url();
  await expectRefusal(
    start({ ...environment, DATA_DIR: join(folder, 'two'), REDIS_URL: 'redis://127.0.0.1:1' }),
    /\nAnother node of this database keeps its files elsewhere\. .*\nREDIS_URL: another node/,
  );
  await mkdir(join(folder, 'three'));
  await symlink(join(folder, 'one/files'), join(folder, 'three/files'));
  const third = start({ ...environment, DATA_DIR: join(folder, 'three') });
  await third.url();
  for (const child of [first, third]) child.kill('SIGTERM');
  for (const child of [first, third]) expect((await child.exited).code).toBe(0);
});
