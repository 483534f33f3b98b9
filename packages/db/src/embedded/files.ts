import { chmod, lchown, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemUser } from './unprivileged-user.js';

/** Whether a caught value is Node's error for this errno name. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Makes `folder` exist: a real folder, not a link, with mode 0700 and owned by `owner`. */
export async function privateFolder(folder: string, owner: SystemUser): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder: remove it.`);
  // For an ordinary user this fails, as it should, if another user has made the folder.
  if (found.uid !== owner.uid) await lchown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
}

/** Changes the owner of `path` and of everything below it; follows no links. */
export async function chownTree(path: string, owner: SystemUser): Promise<void> {
  const found = await lstat(path);
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await chownTree(join(path, name), owner);
  }
  // The folder comes last: after a kill in between, its owner shows the next start that this must be done again.
  await lchown(path, owner.uid, owner.gid);
}

/** Makes the entries of a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
