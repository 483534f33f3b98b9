import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { privateFolder } from './files.js';
import type { Launcher } from './launcher.js';

/** What lies where in the data folder, which is ours alone. */
export interface Layout {
  dataDir: string;
  /** Postgres' own folder (PGDATA). */
  cluster: string;
  /** The password of our role. */
  password: string;
}

export interface SocketFolder {
  /** For clients. */
  path: string;
  /** For the server, whose working directory is the cluster and who may be unable to walk there from the root. */
  forServer: string;
}

/** The port is part of a socket's name; there is no TCP. */
export const PORT = 5432;

const OURS = /^(cluster|password|run|owner\.lock\.\d+)$/;

/** Makes the data folder, or refuses one that holds something else. */
export async function openDataFolder(path: string): Promise<Layout> {
  const dataDir = resolve(path);
  // Root's may be walked through, by whoever Postgres runs as, but not listed.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const names = await readdir(dataDir);
  if (names.length > 0 && !names.some((name) => OURS.test(name))) {
    throw new Error(
      `${dataDir} holds files that are not a Palaver database: choose a folder of its own for it.`,
    );
  }
  return { dataDir, cluster: join(dataDir, 'cluster'), password: join(dataDir, 'password') };
}

/**
 * Makes the folder for the socket: inside the data folder, unless its path would be longer than a socket address can
 * be. Then it is in the folder for temporary files, named after the data folder, so that it is found again.
 */
export async function openSocketFolder(layout: Layout, launcher: Launcher): Promise<SocketFolder> {
  const inside = join(layout.dataDir, 'run');
  if (fitsSocketAddress(inside)) {
    if (launcher.way === 'user') await letPass(layout.dataDir, launcher.user.uid);
    await privateFolder(inside, launcher.owner);
    return { path: inside, forServer: '../run' };
  }
  const name = `palaver-${createHash('sha256').update(layout.dataDir).digest('hex').slice(0, 16)}`;
  const outside = [tmpdir(), '/tmp'].map((folder) => join(folder, name)).find(fitsSocketAddress) ?? '';
  await privateFolder(outside, launcher.owner);
  return { path: outside, forServer: outside };
}

/** sun_path holds 108 bytes on Linux and 104 on macOS, the closing NUL included. */
function fitsSocketAddress(folder: string): boolean {
  const limit = process.platform === 'linux' ? 107 : 103;
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}.lock`)) <= limit;
}

async function letPass(folder: string, uid: number): Promise<void> {
  const found = await lstat(folder);
  if (found.uid !== uid) await chmod(folder, (found.mode & 0o777) | 0o011);
}
