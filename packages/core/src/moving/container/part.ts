import { ArchiveError } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import type { ArchiveLine } from '../archive/lines.js';

const { partBytes, lineBytes } = ARCHIVE_LIMITS;
const PIECE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/**
 * The lines of the part that is being filled, in one buffer for all parts: texts that wait in memory for some megabytes of others live
 * long enough to make the heap three times as large.
 */
export class Part {
  readonly #buffer = Buffer.allocUnsafeSlow(partBytes + lineBytes + 1);
  #bytes = 0;

  /** A part ends with the line that reaches its size. */
  get isFull(): boolean {
    return this.#bytes >= partBytes;
  }

  /** Throws `ArchiveError` for a line that is too long; `number` is its number in the archive. */
  add(line: ArchiveLine, number: number): void {
    const text = JSON.stringify(line);
    // A character has at most three bytes of UTF-8.
    if (text.length * 3 > lineBytes && Buffer.byteLength(text) > lineBytes)
      throw new ArchiveError(`must be at most ${lineBytes} bytes`, number);
    this.#bytes += this.#buffer.write(text, this.#bytes);
    this.#buffer[this.#bytes++] = NEWLINE;
  }

  /** Its content, and begins the next one when that is read. The pieces are copies, as whoever packs them holds them for a while. */
  *take(): Generator<Buffer> {
    for (let at = 0; at < this.#bytes; at += PIECE_BYTES)
      yield Buffer.from(this.#buffer.subarray(at, Math.min(at + PIECE_BYTES, this.#bytes)));
    this.#bytes = 0;
  }
}
