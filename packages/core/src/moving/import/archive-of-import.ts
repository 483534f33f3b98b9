import type { Readable } from 'node:stream';
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
  const reader = new StoredReader(files, archiveKey(id));
  return openZip((options) => fromRandomAccessReaderPromise(reader, sizeBytes, options));
}

/** Reads a stored file at any place. */
class StoredReader extends RandomAccessReader {
  readonly #files: Pick<FileStore, 'read'>;
  readonly #key: string;

  constructor(files: Pick<FileStore, 'read'>, key: string) {
    super();
    this.#files = files;
    this.#key = key;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#files.read(this.#key, { start, end: end - 1 });
  }
}
