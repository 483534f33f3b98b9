import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, lstat, mkdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.js';
import { publicCopy } from './public-copy.js';
import { type SystemUser, unprivilegedUser } from './unprivileged-user.js';

const run = promisify(execFile);

/** How Postgres' programs are started on this machine. */
export interface Launcher {
  way: Way;
  /** Holds bin/, lib/ and share/, readable for whoever runs them. */
  folder: string;
  /** Who Postgres takes itself for. */
  user: SystemUser;
  /** Whom the cluster's files belong to. */
  owner: SystemUser;
}

/**
 * - `plain`: as ourselves. Always so unless we are root, as whom Postgres refuses to run.
 * - `user`: as an unprivileged user, by setuid. It may be unable to enter the folders above the checkout and above the
 *   data (root's home has mode 0700), so the binaries are copied to a public place if need be, and the data is reached
 *   without walking there: root enters the folder, becomes the user, and Postgres calls it /proc/self/cwd, which the
 *   kernel resolves to the folder itself. Nothing is moved or bound, and no right beyond setuid and chown is needed.
 * - `namespace`: in a user namespace where root's number is mapped to an unprivileged one. For machines where root may
 *   not become somebody else or give files away (a root that is mapped itself, network disks that squash root). It is
 *   second because many containers forbid user namespaces, and because Postgres then still owns root's files.
 */
export type Way = 'plain' | 'user' | 'namespace';

const waysForRoot: Way[] = ['user', 'namespace'];

/** Settles how to run Postgres for the folder `cluster`, which need not exist yet, by trying. */
export async function chooseLauncher(
  binaries: PostgresBinaries,
  cluster: string,
  ways: Way[] = waysForRoot,
): Promise<Launcher> {
  const ourselves = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (ourselves.uid !== 0)
    return { way: 'plain', folder: binaries.folder, user: ourselves, owner: ourselves };
  const user = (await ownerOtherThanRoot(cluster)) ?? (await unprivilegedUser());
  if (user === undefined) {
    throw new Error(
      'Postgres does not run as root, and /etc/passwd names no other user: start as an ordinary user.',
    );
  }
  for (const way of ways) {
    const launcher = await tryWay(way, binaries, dirname(cluster), user);
    if (launcher) return launcher;
  }
  throw new Error(
    'Postgres does not run as root, and this system lets root neither become another user nor open a user ' +
      'namespace: start as an ordinary user, or set DATABASE_URL to a Postgres of your own.',
  );
}

/** Starts one of Postgres' programs in the cluster's folder. */
export function launch(
  launcher: Launcher,
  program: 'initdb' | 'postgres',
  args: string[],
  options: { cwd: string; stdio: StdioOptions; detached?: boolean },
): ChildProcess {
  const { command, args: allArgs, identity } = commandFor(launcher, program, args);
  return spawn(command, allArgs, { ...options, ...identity, env: cleanEnvironment });
}

/** What to call the cluster's folder, which is the working directory, when talking to Postgres about it. */
export function clusterArgument(launcher: Launcher, cluster: string): string {
  // Postgres keeps paths in 1024 bytes; a longer one is reached like one it cannot enter.
  const unreachable = launcher.way !== 'plain' || Buffer.byteLength(cluster) > 900;
  return unreachable && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** PGDATA, PGPORT and their like in our environment are meant for other programs. */
const cleanEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

function commandFor(launcher: Launcher, program: string, args: string[]) {
  const path = join(launcher.folder, 'bin', program);
  if (launcher.way !== 'namespace') {
    return { command: path, args, identity: launcher.way === 'user' ? launcher.user : {} };
  }
  // unshare replaces itself by the program, so that the pid we see is the program's.
  const mapping = ['--user', `--map-user=${launcher.user.uid}`, '--'];
  return { command: 'unshare', args: [...mapping, path, ...args], identity: {} };
}

async function tryWay(
  way: Way,
  binaries: PostgresBinaries,
  parent: string,
  user: SystemUser,
): Promise<Launcher | undefined> {
  // Outside its namespace a mapped root is root, and so are the files it makes.
  const owner = way === 'namespace' ? { uid: 0, gid: 0 } : user;
  if (!(await canGiveAway(parent, owner))) return undefined;
  const places = [
    async () => binaries.folder,
    () => publicCopy(binaries, '/var/cache/palaver'),
    () => publicCopy(binaries, join(tmpdir(), 'palaver-binaries')),
  ];
  for (const place of places) {
    const folder = await place().catch(() => undefined);
    if (folder !== undefined && (await runs({ way, folder, user, owner })))
      return { way, folder, user, owner };
  }
  return undefined;
}

async function runs(launcher: Launcher): Promise<boolean> {
  const { command, args, identity } = commandFor(launcher, 'postgres', ['--version']);
  const options = { ...identity, cwd: '/', env: cleanEnvironment };
  return await run(command, args, options).then(
    () => true,
    () => false,
  );
}

/** A cluster that somebody has made already stays theirs. */
async function ownerOtherThanRoot(cluster: string): Promise<SystemUser | undefined> {
  const found = await lstat(cluster).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function canGiveAway(folder: string, { uid, gid }: SystemUser): Promise<boolean> {
  const probe = join(folder, `.probe.${randomUUID()}`);
  await mkdir(probe);
  try {
    await chown(probe, uid, gid);
    return true;
  } catch {
    return false;
  } finally {
    await rmdir(probe);
  }
}
