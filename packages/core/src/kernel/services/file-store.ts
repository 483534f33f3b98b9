import type { Readable } from 'node:stream';

/** Where uploaded bytes live. A key is `folder/name`, made by this service, never by a client. */
export interface FileStore {
  /** A new path for a file that is still arriving; on the same disk as the store, so that `adopt` is a rename. */
  temporaryPath(): string;
  /** Moves a complete temporary file into the store, durably. */
  adopt(temporaryPath: string, key: string): Promise<void>;
  /** Writes a small file in one go, durably. */
  write(key: string, content: Buffer): Promise<void>;
  /** The size in bytes, or null when there is no such file. */
  size(key: string): Promise<number | null>;
  /** Streams bytes `start` to `end`, both inclusive. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** Removes a file; one that is gone already is no error. */
  remove(key: string): Promise<void>;
}

/** A file that has arrived whole in a temporary place. Whoever received it also removes what is left of it. */
export interface ReceivedFile {
  readonly path: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
}
