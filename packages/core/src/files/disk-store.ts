import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Clock, systemClock } from '../kernel/services/clock.js';
import type { FileStore, StoredFile } from '../kernel/services/file-store.js';
import { type Nodes, soleNode } from '../kernel/services/nodes.js';

/** The folder of the files that are being received. */
const ARRIVING = 'arriving';

export interface DiskStoreOptions {
  /** This node, and the others that may receive files in the same folder. Default: there are none. */
  readonly nodes?: Pick<Nodes, 'id' | 'others'>;
  /** How old, in milliseconds, an unfinished file of a node that is not known to live must be to be removed. Default 0. */
  readonly abandonedMs?: number;
}

/**
 * Stores files below `folder`, which is created if needed. Deletes the unfinished files of an earlier run. The time at which
 * a file is stored is that of `clock`, as the sweep compares it with the clock of a service.
 */
export async function createDiskStore(
  folder: string,
  clock: Clock = systemClock,
  options: DiskStoreOptions = {},
): Promise<FileStore> {
  await mkdir(join(folder, ARRIVING), { recursive: true, mode: 0o700 });
  const store = diskStore(folder, clock, options);
  await store.removeAbandoned();
  return store;
}

/** The store below a folder of a running or stopped service, to read in; changes nothing there by itself. */
export function diskStore(
  folder: string,
  clock: Clock = systemClock,
  { nodes = soleNode(), abandonedMs = 0 }: DiskStoreOptions = {},
): FileStore {
  const arriving = join(folder, ARRIVING);
  const temporaryPath = () => join(arriving, `${nodes.id}.${randomUUID()}`);
  const pathOf = (key: string) => join(folder, key);

  const adopt = async (temporaryPath: string, key: string): Promise<void> => {
    await stamp(temporaryPath, clock.now());
    const path = pathOf(key);
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (made !== undefined) await sync(dirname(made));
    await rename(temporaryPath, path);
    await sync(dirname(path));
  };

  return {
    temporaryPath,
    adopt,
    write: async (key, content) => {
      const path = temporaryPath();
      try {
        await writeFile(path, content, { flag: 'wx', mode: 0o600 });
        await adopt(path, key);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    size: async (key) => {
      const found = await stat(pathOf(key)).catch(nullIfMissing);
      return found?.isFile() ? found.size : null;
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true }),
    removeAbandoned: async () => {
      const before = Date.now() - abandonedMs;
      for await (const { name, storedAt } of list(arriving)) {
        const [nodeId = ''] = name.split('.');
        if (nodeId === nodes.id || nodes.others().has(nodeId) || storedAt.getTime() > before) continue;
        await rm(join(arriving, name), { force: true });
      }
    },
    list: (name) => list(pathOf(name)),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

async function* list(folder: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch(nullIfMissing);
  for await (const entry of entries ?? []) {
    const found = await stat(join(folder, entry.name)).catch(nullIfMissing);
    if (found?.isFile()) yield { name: entry.name, storedAt: found.mtime };
  }
}

/** Null for a missing file. Any other failure of the disk is thrown: it must not look like a missing file. */
function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Sets the time at which a file is stored, which can be long after its last byte arrived, and flushes it to the disk. */
async function stamp(path: string, now: Date): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.utimes(now, now);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a file, or a folder's entries, to the disk, so that they survive a power failure. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
