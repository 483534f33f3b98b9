import { chmod, lchown, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemUser } from './unprivileged-user.js';

/** Whether a caught value is Node's error for this errno name. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Makes `folder` exist, with mode 0700, as a real folder of `owner`'s. */
export async function privateFolder(folder: string, owner: SystemUser): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new Error(`${folder} is in the way: please remove it.`);
  // As an ordinary user this fails, rightly, for a folder that somebody else has put there.
  if (found.uid !== owner.uid) await lchown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
}

/** Gives everything at and below `path` to `owner`, following no link. */
export async function giveTree(path: string, owner: SystemUser): Promise<void> {
  const found = await lstat(path);
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await giveTree(join(path, name), owner);
  }
  // The folder comes last: should we be killed half way, the next start sees it is not finished.
  await lchown(path, owner.uid, owner.gid);
}

/** Makes the names in a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
