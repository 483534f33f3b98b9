import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupError } from '../backup-error.js';
import { restoreFolder } from './unfinished-restore.js';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * The files of a restore, beside the place where they belong until the database has been restored. Its id is written in the
 * transaction of the rows, so that a later process finds out whether that was committed.
 */
export class Staging {
  readonly id: string;
  readonly #dataDir: string;
  readonly #folder: string;
  readonly #folders = new Set<string>();

  private constructor(dataDir: string, id: string) {
    this.id = id;
    this.#dataDir = dataDir;
    this.#folder = restoreFolder(dataDir);
  }

  /** What an earlier restore has left; null for nothing. */
  static async find(dataDir: string): Promise<Staging | null> {
    const folder = restoreFolder(dataDir);
    if (!(await exists(folder))) return null;
    return new Staging(dataDir, await readFile(join(folder, 'id'), 'utf8').catch(emptyIfMissing));
  }

  /** Begins a restore. The service does not start from here on. Throws `BackupError` where files are stored already. */
  static async begin(dataDir: string): Promise<Staging> {
    await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE });
    const found = await firstFileIn(join(dataDir, 'files'));
    if (found !== null) {
      throw new BackupError(
        `${join(dataDir, 'files')} has files already: set DATA_DIR to a new folder, or move this one away.`,
      );
    }
    const staging = new Staging(dataDir, randomUUID());
    await mkdir(join(staging.#folder, 'files'), { recursive: true, mode: FOLDER_MODE });
    await writeFile(join(staging.#folder, 'id'), staging.id, { mode: FILE_MODE, flush: true });
    await sync(dataDir);
    return staging;
  }

  /** Writes the file with this key, durably; returns its size. */
  async write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
    const path = join(this.#folder, 'files', key);
    const folder = dirname(path);
    if (!this.#folders.has(folder)) await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    this.#folders.add(folder);
    const file = await open(path, 'wx', FILE_MODE);
    let size = 0;
    try {
      for await (const chunk of bytes) {
        await file.appendFile(chunk);
        size += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return size;
  }

  /** Makes the names of the files that were written survive a power failure. */
  async sync(): Promise<void> {
    for (const folder of [...this.#folders, join(this.#folder, 'files')]) await sync(folder);
  }

  /** Moves the files to where they belong, and ends the restore. May be called again after a kill. */
  async place(): Promise<void> {
    const files = join(this.#dataDir, 'files');
    if (await exists(join(this.#folder, 'files'))) {
      await rm(files, { recursive: true, force: true });
      await rename(join(this.#folder, 'files'), files);
      await sync(this.#dataDir);
    }
    await this.remove();
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await sync(this.#dataDir);
  }
}

/** The path of some file below a folder; null when it has none, or does not exist. */
async function firstFileIn(folder: string): Promise<string | null> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(noneIfMissing)) {
    const path = join(folder, entry.name);
    const found = entry.isDirectory() ? await firstFileIn(path) : path;
    if (found !== null) return found;
  }
  return null;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfMissing)) !== null;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function emptyIfMissing(error: unknown): string {
  if (isMissing(error)) return '';
  throw error;
}

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}
