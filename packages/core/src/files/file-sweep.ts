import type { Clock } from '../kernel/services/clock.js';
import type { FileStore, StoredFile } from '../kernel/services/file-store.js';
import type { Log } from '../kernel/services/logger.js';

/** A file is stored before its row is written. After so long, a row that is not there will not come. */
const HOUR_MS = 3600 * 1000;
/** The work of a round, so that a round ends soon also among a million files. The next one goes on where it ended. */
const FILES_PER_ROUND = 5_000;
const ROWS_PER_ROUND = 5_000;
const BATCH = 500;

/** The files of a folder of the store, and the rows that name them. */
export interface NamedFiles {
  readonly folder: string;
  /** Those of the names that no row has. Names that this service does not make are not among them. */
  withoutRow(names: readonly string[]): Promise<string[]>;
  /** Removes a file, unless a row names it meanwhile or a backup runs. Returns whether it did. */
  removeUnnamed(name: string): Promise<boolean>;
  /** The names in the next rows after `cursor`, null at the beginning; the cursor is null after the last row. */
  namesInRows(cursor: string | null, limit: number): Promise<{ names: string[]; cursor: string | null }>;
  /** Those of the names that a row still has and that nobody is removing. */
  stillNamed(names: readonly string[]): Promise<string[]>;
}

export interface SweepServices {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Compares files and rows in both directions, a part of them in each round. A kill, and a COMMIT whose answer was lost,
 * leave files that no row names: those go after an hour. A row without a file is logged, because only a backup helps.
 * Rounds may run beside uploads, removals and the rounds of another node.
 */
export function createFileSweep(
  services: SweepServices,
  folders: readonly NamedFiles[],
): () => Promise<void> {
  const sweeps = folders.map((named) => new FolderSweep(services, named));
  return async () => {
    await services.files.removeAbandoned();
    for (const sweep of sweeps) await sweep.round();
  };
}

class FolderSweep {
  readonly #services: SweepServices;
  readonly #named: NamedFiles;
  #listing: AsyncIterator<StoredFile> | null = null;
  #cursor: string | null = null;

  constructor(services: SweepServices, named: NamedFiles) {
    this.#services = services;
    this.#named = named;
  }

  async round(): Promise<void> {
    const { folder } = this.#named;
    const removed = await this.#removeUnnamed();
    if (removed > 0) this.#services.log.info({ folder, removed }, 'Removed files that no row names');
    const missing = await this.#findMissing();
    if (missing.length === 0) return;
    const fields = { folder, missing: missing.length, examples: missing.slice(0, 5) };
    this.#services.log.warn(fields, 'Files are missing that rows name; restore them from a backup');
  }

  /** Returns how many files it removed. */
  async #removeUnnamed(): Promise<number> {
    const before = this.#services.clock.now().getTime() - HOUR_MS;
    let removed = 0;
    for (let seen = 0; seen < FILES_PER_ROUND; seen += BATCH) {
      const batch = await this.#nextFiles();
      const old = batch.filter(({ storedAt }) => storedAt.getTime() < before).map(({ name }) => name);
      const unnamed = old.length === 0 ? [] : await this.#named.withoutRow(old);
      for (const name of unnamed) if (await this.#named.removeUnnamed(name)) removed += 1;
      if (batch.length < BATCH) return removed;
    }
    return removed;
  }

  async #nextFiles(): Promise<StoredFile[]> {
    this.#listing ??= this.#services.files.list(this.#named.folder)[Symbol.asyncIterator]();
    const batch: StoredFile[] = [];
    while (batch.length < BATCH) {
      const { done, value } = await this.#listing.next();
      if (done) {
        this.#listing = null;
        break;
      }
      batch.push(value);
    }
    return batch;
  }

  /** The names in rows whose file is not there. */
  async #findMissing(): Promise<string[]> {
    const missing: string[] = [];
    for (let seen = 0; seen < ROWS_PER_ROUND; seen += BATCH) {
      const { names, cursor } = await this.#named.namesInRows(this.#cursor, BATCH);
      this.#cursor = cursor;
      const suspects: string[] = [];
      for (const name of names) if (!(await this.#isStored(name))) suspects.push(name);
      if (suspects.length > 0) missing.push(...(await this.#named.stillNamed(suspects)));
      if (cursor === null) break;
    }
    return missing;
  }

  async #isStored(name: string): Promise<boolean> {
    return (await this.#services.files.size(`${this.#named.folder}/${name}`)) !== null;
  }
}
