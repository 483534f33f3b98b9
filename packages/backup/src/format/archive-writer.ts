import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { EntriesDigest } from './entries-digest.js';
import { END, type End, MANIFEST, type Manifest } from './manifest.js';

/** Beyond this level gzip takes twice the time for a few percent (docs/operations.md, Backup and restore). */
const LEVEL = 3;

/** Writes a gzipped tar to a stream, no faster than that takes it. */
export class ArchiveWriter {
  readonly #packer = createTarPacker();
  readonly #digest = new EntriesDigest();
  readonly #mtime: Date;
  readonly #written: Promise<void>;

  /** `mtime` is what the entries have as their time. */
  constructor(output: Writable, mtime: Date) {
    this.#mtime = mtime;
    const tar = Readable.fromWeb(this.#packer.readable);
    this.#written = pipeline(tar, createGzip({ level: LEVEL }), output);
    // It may reject while nobody waits for it; `add` and `end` throw then.
    this.#written.catch(() => undefined);
  }

  /** Writes the first entry. */
  begin(manifest: Manifest): Promise<void> {
    return this.add(MANIFEST, json(manifest));
  }

  add(name: string, content: Uint8Array): Promise<void> {
    return this.addFrom(name, content.length, [content]);
  }

  /** Writes an entry of exactly `size` bytes. Throws what stopped the output. */
  async addFrom(
    name: string,
    size: number,
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    this.#digest.begin(name, size);
    await this.#write(name, size, content, (bytes) => this.#digest.update(bytes));
  }

  /** Writes the last entry and waits until the output has taken everything. */
  async end(totals: Omit<End, 'sha256'>): Promise<void> {
    const content = json({ sha256: this.#digest.end(), ...totals });
    await this.#write(END, content.length, [content], () => undefined);
    this.#packer.controller.finalize();
    await this.#written;
  }

  /** Gives up, and waits until the output has been destroyed. */
  async abort(reason: unknown): Promise<void> {
    this.#packer.controller.error(reason);
    await this.#written.catch(() => undefined);
  }

  async #write(
    name: string,
    size: number,
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    onBytes: (bytes: Uint8Array) => void,
  ): Promise<void> {
    try {
      const header = { name, size, type: 'file', mode: 0o600, mtime: this.#mtime } as const;
      const body = this.#packer.controller.add(header).getWriter();
      for await (const bytes of content) {
        onBytes(bytes);
        await body.write(bytes);
      }
      await body.close();
    } catch (error) {
      await this.abort(error);
      // What stopped the output is the cause of what the packer says.
      await this.#written;
      throw error;
    }
  }
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
