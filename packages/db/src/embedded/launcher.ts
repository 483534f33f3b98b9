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
  mode: LaunchMode;
  /** Contains bin/, lib/ and share/, readable for `user`. */
  folder: string;
  /** The user that Postgres runs as, in its own view. */
  user: SystemUser;
  /** The owner of the cluster's files. */
  owner: SystemUser;
}

/**
 * - `plain`: as the user of this process. Always so unless that is root, as whom Postgres refuses to run.
 * - `user`: as an unprivileged user, by setuid. That user may be unable to enter the folders above the checkout and above
 *   the data (root's home has mode 0700). So the binaries are copied to a public folder if necessary. And the data is
 *   reached without its path: root enters the folder and becomes the user, and Postgres calls the folder /proc/self/cwd,
 *   which the kernel resolves to the folder itself. This needs no rights beyond setuid and chown.
 * - `namespace`: in a user namespace where root's uid is mapped to an unprivileged one. For machines where root can
 *   neither become another user nor change the owner of files (a root that is mapped itself, network disks that squash
 *   root). It is second because many containers forbid user namespaces, and because root then owns Postgres' files.
 */
export type LaunchMode = 'plain' | 'user' | 'namespace';

const modesForRoot: LaunchMode[] = ['user', 'namespace'];

/** Finds out by trying how to run Postgres for the folder `cluster`, which may not exist yet. Throws if nothing works. */
export async function chooseLauncher(
  binaries: PostgresBinaries,
  cluster: string,
  modes: LaunchMode[] = modesForRoot,
): Promise<Launcher> {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (self.uid !== 0) return { mode: 'plain', folder: binaries.folder, user: self, owner: self };
  const user = (await ownerOtherThanRoot(cluster)) ?? (await unprivilegedUser());
  if (user === undefined) {
    throw new Error(
      'Postgres does not run as root, and /etc/passwd names no other user: start as an ordinary user.',
    );
  }
  for (const mode of modes) {
    const launcher = await tryMode(mode, binaries, dirname(cluster), user);
    if (launcher) return launcher;
  }
  throw new Error(
    'Postgres does not run as root, and this system lets root neither become another user nor open a user ' +
      'namespace: start as an ordinary user, or set DATABASE_URL to your own Postgres.',
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

/** The path of the cluster's folder, which is the working directory, in arguments for Postgres. */
export function clusterArgument(launcher: Launcher, cluster: string): string {
  // Postgres stores paths in 1024 bytes. A longer path is replaced like one that its user cannot enter.
  const unreachable = launcher.mode !== 'plain' || Buffer.byteLength(cluster) > 900;
  return unreachable && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** Without PGDATA, PGPORT and the like, which are meant for other programs. */
const cleanEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

function commandFor(launcher: Launcher, program: string, args: string[]) {
  const path = join(launcher.folder, 'bin', program);
  if (launcher.mode !== 'namespace') {
    return { command: path, args, identity: launcher.mode === 'user' ? launcher.user : {} };
  }
  // unshare replaces itself with the program, so the child's pid is the program's.
  const mapping = ['--user', `--map-user=${launcher.user.uid}`, '--'];
  return { command: 'unshare', args: [...mapping, path, ...args], identity: {} };
}

async function tryMode(
  mode: LaunchMode,
  binaries: PostgresBinaries,
  parent: string,
  user: SystemUser,
): Promise<Launcher | undefined> {
  // Outside the namespace its user is root, and so is the owner of its files.
  const owner = mode === 'namespace' ? { uid: 0, gid: 0 } : user;
  if (!(await canChown(parent, owner))) return undefined;
  const locations = [
    async () => binaries.folder,
    () => publicCopy(binaries, '/var/cache/palaver'),
    () => publicCopy(binaries, join(tmpdir(), 'palaver-binaries')),
  ];
  for (const locate of locations) {
    const folder = await locate().catch(() => undefined);
    if (folder !== undefined && (await canRun({ mode, folder, user, owner })))
      return { mode, folder, user, owner };
  }
  return undefined;
}

async function canRun(launcher: Launcher): Promise<boolean> {
  const { command, args, identity } = commandFor(launcher, 'postgres', ['--version']);
  const options = { ...identity, cwd: '/', env: cleanEnvironment };
  return await run(command, args, options).then(
    () => true,
    () => false,
  );
}

/** An existing cluster keeps its owner. */
async function ownerOtherThanRoot(cluster: string): Promise<SystemUser | undefined> {
  const found = await lstat(cluster).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function canChown(folder: string, { uid, gid }: SystemUser): Promise<boolean> {
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
