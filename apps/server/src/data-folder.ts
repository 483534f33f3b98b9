import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const PRIVATE_FOLDER = 0o700;
/** As root, Postgres runs as another user, who must be able to enter its folder but not to list it. */
const POSTGRES_FOLDER = process.getuid?.() === 0 ? 0o711 : PRIVATE_FOLDER;
const SECRET = 0o600;

/** What the service keeps in the data folder; the last is made by some file systems. */
const OURS = new Set(['files', 'operator', 'postgres', 'lost+found']);

/**
 * Takes from other users what a copy or a restored backup has given them: the data folder is for the service alone. A
 * folder that also holds other things is not changed itself, because it may be shared, such as /tmp.
 */
export async function protectDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  const names = await readdir(dataDir);
  if (names.every((name) => OURS.has(name))) await restrict(dataDir, PRIVATE_FOLDER);
  await restrict(join(dataDir, 'files'), PRIVATE_FOLDER);
  await restrict(join(dataDir, 'postgres'), POSTGRES_FOLDER);
  await restrict(join(dataDir, 'postgres/password'), SECRET);
}

/** Removes all rights that are not in `mode`. A missing file is left out. */
async function restrict(path: string, mode: number): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (found !== null && (found.mode & 0o777 & ~mode) !== 0) await chmod(path, found.mode & mode);
}
