import { randomUUID } from 'node:crypto';
import {
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.js';

/**
 * A copy of the binaries, below `parent`, that every user can read and only root can write. It is needed when the user who
 * runs Postgres cannot enter the checkout's folder. Made once per build; two processes that make it at once do no harm.
 */
export async function publicCopy(binaries: PostgresBinaries, parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o755 });
  await requireOwnFolder(parent);
  const copy = join(parent, `postgres-${binaries.build}`);
  if (await exists(copy)) return copy;
  const draft = `${copy}.${randomUUID()}`;
  await copyTree(binaries.folder, draft);
  await rename(draft, copy).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
}

/** In a folder that others can write to, such as /tmp, another user could have put their own Postgres there. */
async function requireOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${folder} belongs to another user.`);
  await chmod(folder, 0o755);
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  // The umask may remove bits of mkdir's mode.
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (!entry.name.endsWith('.a')) await copyReadable(source, target);
  }
}

async function copyReadable(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const executable = ((await lstat(source)).mode & 0o100) !== 0;
  await chmod(target, executable ? 0o755 : 0o644);
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}
