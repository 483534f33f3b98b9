/** What has been written or read so far. */
export interface Progress {
  /** The table whose rows are next; null once the files are. */
  readonly table: string | null;
  readonly rows: number;
  readonly files: number;
  /** Bytes of rows and files, before compression. */
  readonly bytes: number;
}

export type OnProgress = (progress: Progress) => void;

/** Counts what a backup or a restore has done, and tells it after each step. */
export class ProgressCounter {
  readonly #onProgress: OnProgress;
  #table: string | null = null;
  #rows = 0;
  #files = 0;
  #bytes = 0;

  constructor(onProgress: OnProgress = () => undefined) {
    this.#onProgress = onProgress;
  }

  addRows(table: string, rows: number, bytes: number): void {
    this.#table = table;
    this.#rows += rows;
    this.#tell(bytes);
  }

  addFile(bytes: number): void {
    this.#table = null;
    this.#files += 1;
    this.#tell(bytes);
  }

  #tell(bytes: number): void {
    this.#bytes += bytes;
    this.#onProgress({ table: this.#table, rows: this.#rows, files: this.#files, bytes: this.#bytes });
  }
}
