import { execFileSync } from 'node:child_process';
import { access, chmod, lstat, mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { locateBinaries } from './binaries.js';
import { chooseLauncher, launch } from './launcher.js';
import {
  build,
  fixture,
  inClusterFolder,
  inTemporaryFolder,
  start,
  startOwnerProcess,
  withClient,
} from './test-support.js';
import { chooseUser, unprivilegedUser } from './unprivileged-user.js';

const isRoot = process.getuid?.() === 0;
const asRoot = test.runIf(isRoot);
const createRow = "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('hello')";

function can(command: string, args: string[], identity = {}): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', cwd: '/', ...identity });
    return true;
  } catch {
    return false;
  }
}

if (!isRoot) process.stderr.write('SKIPPED: not root, so starting Postgres as root is not tested here.\n');
beforeAll(build);

asRoot('as root it runs Postgres as another user, with the data below a folder of mode 0700', () =>
  inTemporaryFolder(async (folder) => {
    await chmod(folder, 0o700);
    const dataDir = join(folder, 'palaver', 'data');
    const postgres = await start(dataDir, { modes: ['user'] });
    const rows = await withClient(postgres.connection, (sql) => sql`SELECT 1 AS one`);
    const owner = await stat(`/proc/${postgres.pid}`).catch(() => undefined);
    await postgres.stop();

    expect(rows).toEqual([{ one: 1 }]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await lstat(join(dataDir, 'cluster'))).uid).not.toBe(0);
    if (process.platform === 'linux') expect(owner?.uid).toBeGreaterThan(0);
  }),
);

asRoot('as root with the checkout below a folder of mode 0700, a public copy of the binaries runs', () =>
  inTemporaryFolder(async (folder) => {
    const binaries = await locateBinaries();
    const hidden = join(folder, 'native');
    await symlink(binaries.folder, hidden);
    await mkdir(join(folder, 'data'));

    const launcher = await chooseLauncher({ ...binaries, folder: hidden }, join(folder, 'data/cluster'), [
      'user',
    ]);
    const child = launch(launcher, 'postgres', ['--version'], { cwd: folder, stdio: 'ignore' });
    const code = await new Promise((resolve) => child.once('exit', resolve));

    expect(launcher.folder).not.toBe(hidden);
    expect((await stat(launcher.folder)).uid).toBe(0);
    expect(code).toBe(0);
  }),
);

const namespaces = isRoot && can('unshare', ['--user', '--map-user=65534', '--', 'true']);
if (isRoot && !namespaces)
  process.stderr.write('SKIPPED: no user namespaces here, so that mode is not tested.\n');

test.runIf(namespaces)('a cluster can change between running as another user and in a user namespace', () =>
  inClusterFolder(async (folder) => {
    const first = await start(folder, { modes: ['user'] });
    await withClient(first.connection, (sql) => sql.unsafe(createRow));
    await first.stop();
    for (const mode of ['namespace', 'user'] as const) {
      const postgres = await start(folder, { modes: [mode] });
      expect(await withClient(postgres.connection, (sql) => sql`SELECT word FROM kept`)).toEqual([
        { word: 'hello' },
      ]);
      await postgres.stop();
      expect((await lstat(join(folder, 'cluster'))).uid === 0).toBe(mode === 'namespace');
    }
  }),
);

test.runIf(namespaces)('a first start works in a user namespace', () =>
  inTemporaryFolder(async (folder) => {
    const postgres = await start(folder, { modes: ['namespace'] });
    expect(await withClient(postgres.connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await postgres.stop();
  }),
);

asRoot(
  'an ordinary user runs it as that user; root can use the data folder afterwards, and the user again',
  async (context) => {
    const user = await unprivilegedUser();
    if (
      user === undefined ||
      !can(process.execPath, ['-e', `fs.accessSync(${JSON.stringify(fixture)})`], user)
    ) {
      process.stderr.write('SKIPPED: an ordinary user cannot enter this checkout.\n');
      return context.skip();
    }
    await access(fixture);
    await inTemporaryFolder(async (folder) => {
      await chmod(folder, 0o777);
      const dataDir = join(folder, 'data');
      const first = await startOwnerProcess(dataDir, user);
      await withClient(first.connection, (sql) => sql.unsafe(createRow));
      await first.end('SIGTERM');
      const second = await start(dataDir);
      await second.stop();
      const third = await startOwnerProcess(dataDir, user);

      expect(await withClient(third.connection, (sql) => sql`SELECT word FROM kept`)).toEqual([
        { word: 'hello' },
      ]);
      expect((await lstat(join(dataDir, 'cluster'))).uid).toBe(user.uid);
      await third.end('SIGTERM');
    });
  },
);

test('the user is postgres, else nobody, else any that is not root', () => {
  const [root, daemon, nobody, postgres] = [
    'root:x:0:0:root:/root:/bin/sh',
    'daemon:x:1:2::/:',
    'nobody:x:65534:65533::/:',
    'postgres:x:70:71::/:',
  ];
  expect(chooseUser([root, daemon, nobody, postgres].join('\n'))).toEqual({ uid: 70, gid: 71 });
  expect(chooseUser([root, daemon, nobody].join('\n'))).toEqual({ uid: 65534, gid: 65533 });
  expect(chooseUser([root, daemon, ''].join('\n'))).toEqual({ uid: 1, gid: 2 });
  expect(chooseUser(`${root}\n`)).toBeUndefined();
});
