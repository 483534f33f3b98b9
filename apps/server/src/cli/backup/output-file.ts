import { rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';

/** For its owner alone: a backup has password hashes and private messages. */
const MODE = 0o600;

/**
 * Gives `write` a stream into `path`. A file has that name only when it is complete; until then it is `path.partial`, which
 * is removed when this fails or the process exits. A device or a named pipe is written as it is.
 */
export async function writeFile<Result>(
  path: string,
  write: (output: Writable) => Promise<Result>,
): Promise<Result> {
  if (await isDevice(path)) return write((await open(path, 'w')).createWriteStream());
  const partial = `${path}.partial`;
  const remove = () => rmSync(partial, { force: true });
  await rm(partial, { force: true });
  const file = await open(partial, 'wx', MODE);
  process.once('exit', remove);
  try {
    const result = await write(file.createWriteStream({ flush: true }));
    await rename(partial, path);
    await syncFolder(dirname(path));
    return result;
  } catch (error) {
    remove();
    throw error;
  } finally {
    process.off('exit', remove);
  }
}

async function isDevice(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw new Error(`${path} is a folder: name a file in it.`);
  return found !== null && !found.isFile();
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
