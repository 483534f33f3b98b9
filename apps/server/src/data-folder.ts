import { access, chmod, constants, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

const PRIVATE_FOLDER = 0o700;
/** As root, Postgres runs as another user, who must be able to enter its folder but not to list it. */
const POSTGRES_FOLDER = process.getuid?.() === 0 ? 0o711 : PRIVATE_FOLDER;
/** Postgres refuses a folder of its own that others may enter. */
const CLUSTER_FOLDER = 0o750;
const SECRET = 0o600;

/** What the service keeps in the data folder; the last is made by some file systems. */
const OURS = new Set(['files', 'operator', 'postgres', 'restoring', 'secret-key', 'lost+found']);

/** The data folder cannot be used as it is. The message names the real path and the command that mends it. */
class DataFolderError extends Error {}

/**
 * Takes from other users what a copy or a restored backup has given them: the data folder is for the service alone. A
 * folder that also holds other things is not changed itself, because it may be shared, such as /tmp. Throws
 * `DataFolderError` where the service could not read and write what it keeps there.
 */
export async function protectDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: PRIVATE_FOLDER }).catch((error: unknown) => {
    throw new DataFolderError(reasonOf(error, dataDir), { cause: error });
  });
  const folder = await realpath(dataDir);
  await requireAccess(folder, folder);
  const names = await readdir(folder);
  if (names.every((name) => OURS.has(name))) await restrict(folder, folder, PRIVATE_FOLDER);
  await restrict(folder, join(folder, 'files'), PRIVATE_FOLDER);
  await restrict(folder, join(folder, 'secret-key'), SECRET);
  await restrict(folder, join(folder, 'postgres'), POSTGRES_FOLDER);
  await restrict(folder, join(folder, 'postgres/password'), SECRET);
  await restrict(folder, join(folder, 'postgres/cluster'), CLUSTER_FOLDER);
}

/** Why the folder cannot be made. */
function reasonOf(error: unknown, dataDir: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : error;
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `DATA_DIR: ${dataDir} is a file or lies below one. Remove the file, or set DATA_DIR to a folder.`;
  }
  return (
    `DATA_DIR: ${dataDir} cannot be made (${code}). Make it for the user of the service, or set DATA_DIR to another folder:\n` +
    `sudo install -d -m 700 -o ${process.getuid?.()} ${quoted(dataDir)}`
  );
}

/** Removes all rights that are not in `mode`. A missing file is left out. */
async function restrict(folder: string, path: string, mode: number): Promise<void> {
  const found = await statOf(path);
  if (found === null) return;
  if ((found.mode & 0o777 & ~mode) !== 0) {
    await chmod(path, found.mode & mode).catch(() => {
      throw belongsToAnother(folder, path, found.uid);
    });
  }
  await requireAccess(folder, path);
  const needed = found.isDirectory() ? 0o700 : 0o600;
  // Root may do everything, but the user that Postgres runs as may not.
  if ((found.mode & needed) !== needed) throw lacksRights(path, found.mode);
}

async function requireAccess(folder: string, path: string): Promise<void> {
  const found = await stat(path);
  const wanted = constants.R_OK | constants.W_OK | (found.isDirectory() ? constants.X_OK : 0);
  await access(path, wanted).catch(() => {
    throw found.uid === process.getuid?.()
      ? lacksRights(path, found.mode)
      : belongsToAnother(folder, path, found.uid);
  });
}

function belongsToAnother(folder: string, path: string, owner: number): DataFolderError {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  return new DataFolderError(
    `DATA_DIR: ${path} belongs to the user ${owner}, and the service runs as the user ${uid}. Run:\n` +
      `sudo chown -R ${uid}:${gid} ${quoted(folder)}`,
  );
}

function lacksRights(path: string, mode: number): DataFolderError {
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  return new DataFolderError(
    `DATA_DIR: ${path} has the mode ${octal}, so its owner cannot read and write it. Run:\nchmod u+rwX ${quoted(path)}`,
  );
}

async function statOf(path: string) {
  return await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

/** A path as it stands in a command. */
function quoted(path: string): string {
  return /^[\w/.-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
