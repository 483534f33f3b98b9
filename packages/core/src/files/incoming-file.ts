import { type FileHandle, open, rm } from 'node:fs/promises';

/** Pieces are gathered to writes of this many bytes: a write for each piece of one byte would cost seconds a megabyte. */
const WRITE_BYTES = 64 * 1024;

/** A file that is being received at a temporary path. */
export class IncomingFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #reserve: (bytes: number) => Promise<void>;
  readonly #buffer = Buffer.allocUnsafe(WRITE_BYTES);
  #filled = 0;
  #written = 0;

  private constructor(path: string, handle: FileHandle, reserve: (bytes: number) => Promise<void>) {
    this.path = path;
    this.#handle = handle;
    this.#reserve = reserve;
  }

  /** Creates the file. `reserve` is called before each write and may refuse it. */
  static async create(path: string, reserve: (bytes: number) => Promise<void>): Promise<IncomingFile> {
    return new IncomingFile(path, await open(path, 'wx', 0o600), reserve);
  }

  get sizeBytes(): number {
    return this.#written + this.#filled;
  }

  /** Takes the next bytes. Throws what `reserve` throws, and errors of the disk. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + WRITE_BYTES - this.#filled);
      this.#buffer.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === WRITE_BYTES) await this.#write();
    }
  }

  /** Writes what is left and closes the file. */
  async finish(): Promise<void> {
    await this.#write();
    await this.#handle.close();
  }

  /** Removes the file, unless it was moved away. */
  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(this.path, { force: true });
  }

  async #write(): Promise<void> {
    if (this.#filled === 0) return;
    await this.#reserve(this.#filled);
    await this.#handle.appendFile(this.#buffer.subarray(0, this.#filled));
    this.#written += this.#filled;
    this.#filled = 0;
  }
}
