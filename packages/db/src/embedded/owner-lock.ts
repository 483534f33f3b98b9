import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './files.js';
import { processStartTime } from './process-identity.js';

/** Another running process uses the data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
}

export interface OwnerLock {
  release(): Promise<void>;
}

interface Owner {
  pid: number;
  /** When the process was started. The name is that in the lock files of earlier versions. */
  birth: string;
}

const prefix = 'owner.lock.';

/**
 * Makes this process the one that may run Postgres in `folder`, or throws {@link DataFolderInUseError}.
 *
 * The lock is a numbered file, and the highest number counts. A process that finds the owner of the highest ended takes
 * the next number with `link`, in which exactly one process succeeds. The highest file is never deleted, only followed by
 * a higher one: if it were deleted, two processes could both believe that they had replaced the owner. The files hold no
 * secret and are readable for everybody, because root and an ordinary user may use the folder alternately.
 */
export async function takeOwnership(folder: string): Promise<OwnerLock> {
  const birth = await processStartTime(process.pid);
  if (birth === undefined) throw new Error('This process could not find out when it was started.');
  const content = JSON.stringify({ pid: process.pid, birth });
  for (;;) {
    const highest = Math.max(0, ...(await numbers(folder)));
    await refuseIfOwned(folder, highest);
    const mine = highest + 1;
    if (!(await claim(folder, mine, content))) continue;
    const all = await numbers(folder);
    if (Math.max(...all) === mine) {
      await Promise.all(all.filter((n) => n < mine).map((n) => rm(lockPath(folder, n), { force: true })));
      return { release: () => replace(lockPath(folder, mine), '{}') };
    }
    // This process was suspended while others took higher numbers and deleted this one: it was free, but not the highest.
    await rm(lockPath(folder, mine), { force: true });
  }
}

const lockPath = (folder: string, n: number) => join(folder, `${prefix}${n}`);

async function numbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
    .filter(Number.isSafeInteger);
}

async function refuseIfOwned(folder: string, n: number): Promise<void> {
  const text = await readFile(lockPath(folder, n), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '{}';
    throw error;
  });
  const owner = parseOwner(text);
  if (owner === undefined || (await processStartTime(owner.pid)) !== owner.birth) return;
  throw new DataFolderInUseError(
    `The data folder ${folder} is in use by the running process ${owner.pid}. ` +
      'Stop that process first, or give this one another folder (DATA_DIR).',
  );
}

/** Undefined for a released lock, and for one that a power failure left incomplete. */
function parseOwner(text: string): Owner | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('pid' in value && 'birth' in value)) return undefined;
  const { pid, birth } = value;
  return typeof pid === 'number' && typeof birth === 'string' ? { pid, birth } : undefined;
}

/** Creates lock `n` with its content in one step; false when it exists already. */
async function claim(folder: string, n: number, content: string): Promise<boolean> {
  const draft = join(folder, `.owner.${process.pid}.${crypto.randomUUID()}`);
  await writeFile(draft, content, { mode: 0o644, flag: 'wx', flush: true });
  try {
    await link(draft, lockPath(folder, n));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function replace(path: string, content: string): Promise<void> {
  const draft = `${path}.released`;
  await writeFile(draft, content, { mode: 0o644 });
  await rename(draft, path);
}
