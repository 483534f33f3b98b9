import type { Readable } from 'node:stream';

/** A store of uploaded files. A key is `folder/name`, made by this service, never by a client. */
export interface FileStore {
  /** A new path for a file that is being received; on the same disk as the store, so that `adopt` is a rename. */
  temporaryPath(): string;
  /** Moves a complete temporary file into the store, durably. */
  adopt(temporaryPath: string, key: string): Promise<void>;
  /** Writes a small file, durably. */
  write(key: string, content: Buffer): Promise<void>;
  /** The size in bytes, or null when there is no such file. */
  size(key: string): Promise<number | null>;
  /** Streams bytes `start` to `end`, both inclusive. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** Removes a file; a missing file is no error. */
  remove(key: string): Promise<void>;
  /** Removes what nodes that have ended were receiving, and leaves what others receive now. */
  removeAbandoned(): Promise<void>;
  /** The files of a folder, in no order. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** How many bytes of the store's disk are free. */
  freeBytes(): Promise<number>;
}

export interface StoredFile {
  /** The key without its folder. */
  readonly name: string;
  readonly storedAt: Date;
}

/** A file that was received completely, at a temporary path. The code that received it removes it, if it is still there. */
export interface ReceivedFile {
  readonly path: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
}
