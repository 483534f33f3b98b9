import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { FileStore } from '../../kernel/services/file-store.js';
import { type OpenArchive, openZip } from '../container/open-archive.js';

/** The folder of the file store with the archives that are imported. */
export const IMPORTS_FOLDER = 'imports';

/** The key of the archive of an import in the file store. */
export function archiveKey(importId: string): string {
  return `${IMPORTS_FOLDER}/${importId}`;
}

/** Opens the archive of an import where it is stored, on a disk or in a bucket. Throws `ArchiveError`. */
export function openArchiveOf(
  files: Pick<FileStore, 'read'>,
  { id, sizeBytes }: { readonly id: string; readonly sizeBytes: number },
): Promise<OpenArchive> {
  const reader = new StoredReader(files, archiveKey(id), sizeBytes);
  return openZip((options) => fromRandomAccessReaderPromise(reader, sizeBytes, options));
}

/** The list of a zip is read in pieces of some bytes, and each read of a bucket is a request. */
const BLOCK_BYTES = 256 * 1024;

/** Reads a stored file at any place. */
class StoredReader extends RandomAccessReader {
  readonly #files: Pick<FileStore, 'read'>;
  readonly #key: string;
  readonly #sizeBytes: number;
  #block: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(files: Pick<FileStore, 'read'>, key: string, sizeBytes: number) {
    super();
    this.#files = files;
    this.#key = key;
    this.#sizeBytes = sizeBytes;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    if (this.#isWithin(start, end)) return this.#files.read(this.#key, { start, end: end - 1 });
    return new Readable({ read: (_size) => undefined }).destroy(new Error(BEYOND));
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#bytesOf(position, position + length).then(
      (bytes) => callback(null, bytes.copy(into, offset)),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #bytesOf(start: number, end: number): Promise<Buffer> {
    if (!this.#isWithin(start, end)) throw new Error(BEYOND);
    const { start: first, bytes } = this.#block;
    if (start >= first && end <= first + bytes.length) return bytes.subarray(start - first, end - first);
    const last = Math.min(Math.max(end, start + BLOCK_BYTES), this.#sizeBytes) - 1;
    const block = await buffer(this.#files.read(this.#key, { start, end: last }));
    this.#block = { start, bytes: block };
    return block.subarray(0, end - start);
  }

  /** What a zip says of places in itself may be anything. */
  #isWithin(start: number, end: number): boolean {
    return start >= 0 && start < end && end <= this.#sizeBytes;
  }
}

const BEYOND = 'it says that it is larger than it is';
