import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageRecord, Origin } from './records.js';

export type SpooledMessage = MessageRecord & { readonly from: Origin };

/** Where a message stands in the spool. */
export interface SpoolPlace {
  readonly offset: number;
  readonly length: number;
}

const BUFFER_BYTES = 1024 * 1024;
const AHEAD_BYTES = 256 * 1024;
const NEAR_BYTES = 16 * 1024;

/** Messages in a temporary file: they are read in another order than they come in, and are too many for the memory. */
export class Spool {
  readonly #folder: string;
  readonly #file: FileHandle;
  /** One for all, as others would live until the next time that the heap is cleaned. */
  readonly #waiting = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #waitingBytes = 0;
  readonly #ahead = Buffer.allocUnsafeSlow(AHEAD_BYTES);
  #size = 0;
  /** Where what was asked for last ends. */
  #end = 0;
  #window: { readonly offset: number; readonly bytes: Buffer } = { offset: 0, bytes: Buffer.alloc(0) };

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  static async create(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), 'palaver-convert-'));
    return new Spool(folder, await open(join(folder, 'messages'), 'wx+', 0o600));
  }

  async add(message: SpooledMessage): Promise<SpoolPlace> {
    const text = JSON.stringify(message);
    // A character has at most three bytes of UTF-8.
    if (this.#waitingBytes + text.length * 3 > BUFFER_BYTES) await this.#flush();
    const isLarge = text.length * 3 > BUFFER_BYTES;
    const bytes = isLarge ? Buffer.from(text) : null;
    const place = {
      offset: this.#size,
      length: bytes?.length ?? this.#waiting.write(text, this.#waitingBytes),
    };
    if (bytes === null) this.#waitingBytes += place.length;
    else await this.#file.write(bytes, 0, bytes.length, place.offset);
    this.#size += place.length;
    return place;
  }

  /** A message that was read together with the one before; null where `read` has to be asked. */
  near({ offset, length }: SpoolPlace): SpooledMessage | null {
    const { offset: from, bytes } = this.#window;
    if (offset < from || offset + length > from + bytes.length) return null;
    this.#end = offset + length;
    // It is what `add` has written.
    const message: SpooledMessage = JSON.parse(bytes.toString('utf8', offset - from, this.#end - from));
    return message;
  }

  /** What follows is read with it where the one before was asked for last. */
  async read({ offset, length }: SpoolPlace): Promise<SpooledMessage> {
    await this.#flush();
    const isNext = offset >= this.#end && offset < this.#end + NEAR_BYTES;
    const bytes = await this.#bytes(offset, isNext ? Math.max(length, AHEAD_BYTES) : length);
    this.#window = { offset, bytes };
    const message = this.near({ offset, length });
    if (message === null) throw new Error('a conversion has lost a message of its temporary file');
    return message;
  }

  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #bytes(offset: number, wanted: number): Promise<Buffer> {
    const length = Math.min(wanted, this.#size - offset);
    const bytes = length > AHEAD_BYTES ? Buffer.allocUnsafe(length) : this.#ahead.subarray(0, length);
    await this.#file.read(bytes, 0, length, offset);
    return bytes;
  }

  async #flush(): Promise<void> {
    if (this.#waitingBytes === 0) return;
    await this.#file.write(this.#waiting, 0, this.#waitingBytes, this.#size - this.#waitingBytes);
    this.#waitingBytes = 0;
  }
}
