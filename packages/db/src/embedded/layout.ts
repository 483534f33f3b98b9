import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { privateFolder } from './files.js';
import type { Launcher } from './launcher.js';

/** The paths in the data folder, which nothing else uses. */
export interface Layout {
  dataDir: string;
  /** Postgres' own folder (PGDATA). */
  cluster: string;
  /** The password of our role. */
  password: string;
}

export interface SocketFolder {
  /** The path for clients. */
  path: string;
  /** The path for the server: its working directory is the cluster, and it may be unable to enter the folders above. */
  forServer: string;
}

/** Part of the socket's name; there is no TCP. */
export const PORT = 5432;

const OUR_FILES = /^(cluster|password|run|owner\.lock\.\d+)$/;

/** Makes the data folder if it is missing; throws if it holds other files. */
export async function openDataFolder(path: string): Promise<Layout> {
  const dataDir = resolve(path);
  // Postgres' user must be able to enter root's folder, but not to list it.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const names = await readdir(dataDir);
  if (names.length > 0 && !names.some((name) => OUR_FILES.test(name))) {
    throw new Error(
      `${dataDir} holds files that are not a Palaver database: choose another folder for the database.`,
    );
  }
  return layoutOf(path);
}

/** The paths in the data folder, whether it exists or not. */
export function layoutOf(path: string): Layout {
  const dataDir = resolve(path);
  return { dataDir, cluster: join(dataDir, 'cluster'), password: join(dataDir, 'password') };
}

/** Makes the folder for the socket. */
export async function openSocketFolder(layout: Layout, launcher: Launcher): Promise<SocketFolder> {
  const path = socketFolderOf(layout);
  const isInside = path.startsWith(layout.dataDir);
  if (isInside && launcher.mode === 'user') await allowEntry(layout.dataDir, launcher.user.uid);
  await privateFolder(path, launcher.owner);
  return { path, forServer: isInside ? '../run' : path };
}

/**
 * Inside the data folder, unless that path is too long for a socket address. Then it is in the folder for temporary files,
 * with a name derived from the data folder, so that the next start finds it again.
 */
export function socketFolderOf(layout: Layout): string {
  const inside = join(layout.dataDir, 'run');
  if (fitsSocketAddress(inside)) return inside;
  const name = `palaver-${createHash('sha256').update(layout.dataDir).digest('hex').slice(0, 16)}`;
  return [tmpdir(), '/tmp'].map((folder) => join(folder, name)).find(fitsSocketAddress) ?? '';
}

/** sun_path holds 108 bytes on Linux and 104 on macOS, the closing NUL included. */
function fitsSocketAddress(folder: string): boolean {
  const limit = process.platform === 'linux' ? 107 : 103;
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}.lock`)) <= limit;
}

async function allowEntry(folder: string, uid: number): Promise<void> {
  const found = await lstat(folder);
  if (found.uid !== uid) await chmod(folder, (found.mode & 0o777) | 0o011);
}
