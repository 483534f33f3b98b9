import { createHash } from 'node:crypto';

/** SHA-256 of the entries of an archive: of each its name, its size and its bytes. */
export class EntriesDigest {
  readonly #hash = createHash('sha256');

  begin(name: string, size: number): void {
    this.#hash.update(`${name}\n${size}\n`);
  }

  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** The hash, in hexadecimal digits. Nothing can be added afterwards. */
  end(): string {
    return this.#hash.digest('hex');
  }
}
