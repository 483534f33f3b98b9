import type { FileHandle } from 'node:fs/promises';

/** Bytes that are read at once: most of what is looked at lies near what was looked at before. */
const PAGE_BYTES = 64 * 1024;

/** A file whose bytes are read anywhere and replaced where they are. It never gets longer or shorter. */
export class FileBytes {
  readonly size: number;
  readonly #handle: FileHandle;
  #isChanged = false;
  #page: Buffer = Buffer.alloc(0);
  #pageStart = 0;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  static async of(handle: FileHandle): Promise<FileBytes> {
    return new FileBytes(handle, (await handle.stat()).size);
  }

  /** The bytes from `start` on, fewer than `length` at the end of the file. */
  async read(start: number, length: number): Promise<Buffer> {
    const end = Math.min(start + length, this.size);
    if (start >= end) return Buffer.alloc(0);
    if (end - start > PAGE_BYTES) return this.#load(start, end - start);
    if (start < this.#pageStart || end > this.#pageStart + this.#page.length) {
      this.#page = await this.#load(start, PAGE_BYTES);
      this.#pageStart = start;
    }
    return this.#page.subarray(start - this.#pageStart, end - this.#pageStart);
  }

  /** Replaces the bytes from `start` on; what would lie beyond the end of the file is left out. */
  async replace(start: number, bytes: Buffer): Promise<void> {
    const fitting = bytes.subarray(0, Math.max(0, this.size - start));
    if (fitting.length === 0) return;
    await this.#handle.write(fitting, 0, fitting.length, start);
    this.#isChanged = true;
    this.#page = Buffer.alloc(0);
  }

  /** Whether something was replaced. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  async #load(start: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(Math.min(length, this.size - start));
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  }
}
