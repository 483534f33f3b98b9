import type { FileBytes } from './file-bytes.js';

/** The headers of a TIFF structure, which Exif is in: the byte order and the number 42 (TIFF 6.0, section 2). */
export const TIFF_HEADERS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];

/** Tags of directories in other directories (Exif 3.0, 4.6.3; TIFF/EP for the second). */
const EXIF = 0x8769;
const SUB_DIRECTORIES = 0x014a;
const GPS = 0x8825;

/** The sizes of a value of types 1 to 13 in bytes. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const ENTRY_BYTES = 12;
const INLINE_BYTES = 4;

/** More than any camera writes: what has more was made to take long. */
const DIRECTORIES_MAX = 32;
const ENTRIES_MAX = 1_000;
const GPS_ENTRIES_MAX = 64;
const GPS_VALUE_BYTES_MAX = 4_096;
/** The tags of a GPS directory are small numbers in ascending order (Exif 3.0, 4.6.6). */
const GPS_TAG_MAX = 0xff;

/** A GPS directory with its version alone, as cameras write where they do not know where they are. */
const GPS_VERSION = { tag: 0, type: 1, count: 4, value: Buffer.from([2, 3, 0, 0]) };

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** The value itself, or where it is. */
  readonly value: Buffer;
  readonly bytes: number;
}

interface Directory {
  readonly at: number;
  readonly entries: readonly Entry[];
  /** Where the next directory is; zero for none. */
  readonly next: number;
}

/**
 * Takes the position out of a TIFF structure that begins at `start`: of each GPS directory only the version stays. All else
 * keeps its place. What is no TIFF structure, or has no GPS directory, is left as it is.
 */
export async function removeFromTiff(file: FileBytes, start: number): Promise<void> {
  const header = await file.read(start, 8);
  if (header.length < 8) return;
  const reader = new TiffReader(file, start, header[0] === 0x49);
  const waiting = [reader.number(header, 4)];
  const seen = new Set<number>();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === 0 || seen.has(at) || seen.size === DIRECTORIES_MAX) continue;
    seen.add(at);
    const { entries, next } = await reader.directory(at);
    waiting.push(next);
    for (const entry of entries) {
      if (entry.tag === GPS) await reader.emptyGps(reader.number(entry.value));
      if (entry.tag === EXIF) waiting.push(reader.number(entry.value));
      if (entry.tag === SUB_DIRECTORIES) waiting.push(...(await reader.numbers(entry)));
    }
  }
}

class TiffReader {
  readonly #file: FileBytes;
  readonly #start: number;
  readonly #isLittle: boolean;

  constructor(file: FileBytes, start: number, isLittle: boolean) {
    this.#file = file;
    this.#start = start;
    this.#isLittle = isLittle;
  }

  number(bytes: Buffer, at = 0): number {
    return this.#isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  }

  #short(bytes: Buffer, at: number): number {
    return this.#isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  }

  /** The directory at an offset, as far as the file goes. */
  async directory(at: number): Promise<Directory> {
    const head = await this.#file.read(this.#start + at, 2);
    const count = head.length < 2 ? 0 : this.#short(head, 0);
    if (count > ENTRIES_MAX) return { at, entries: [], next: 0 };
    const bytes = Buffer.from(await this.#file.read(this.#start + at + 2, count * ENTRY_BYTES + 4));
    const whole = Math.min(count, Math.floor(bytes.length / ENTRY_BYTES));
    const entries = Array.from({ length: whole }, (_, index) => this.#entry(bytes, index * ENTRY_BYTES));
    const end = count * ENTRY_BYTES;
    return { at, entries, next: bytes.length < end + 4 ? 0 : this.number(bytes, end) };
  }

  #entry(bytes: Buffer, at: number): Entry {
    const type = this.#short(bytes, at + 2);
    const count = this.number(bytes, at + 4);
    const value = bytes.subarray(at + 8, at + ENTRY_BYTES);
    return { tag: this.#short(bytes, at), type, count, value, bytes: count * (SIZES[type] ?? 0) };
  }

  /** The values of an entry of offsets. */
  async numbers({ count, value, bytes }: Entry): Promise<number[]> {
    if (count > DIRECTORIES_MAX) return [];
    const list =
      bytes > INLINE_BYTES ? await this.#file.read(this.#start + this.number(value), bytes) : value;
    return Array.from({ length: Math.floor(Math.min(list.length, bytes) / 4) }, (_, index) =>
      this.number(list, index * 4),
    );
  }

  /** Overwrites a GPS directory and its values. */
  async emptyGps(at: number): Promise<void> {
    const { entries } = await this.directory(at);
    const [first] = entries;
    if (!first || first.tag > GPS_TAG_MAX || entries.length > GPS_ENTRIES_MAX) return;
    for (const { bytes, value } of entries) {
      if (bytes <= INLINE_BYTES) continue;
      const zeros = Buffer.alloc(Math.min(bytes, GPS_VALUE_BYTES_MAX));
      await this.#file.replace(this.#start + this.number(value), zeros);
    }
    const empty = Buffer.alloc(2 + entries.length * ENTRY_BYTES + 4);
    this.#writeVersion(empty);
    await this.#file.replace(this.#start + at, empty);
  }

  #writeVersion(directory: Buffer): void {
    const { tag, type, count, value } = GPS_VERSION;
    if (this.#isLittle) {
      directory.writeUInt16LE(1, 0);
      directory.writeUInt16LE(tag, 2);
      directory.writeUInt16LE(type, 4);
      directory.writeUInt32LE(count, 6);
    } else {
      directory.writeUInt16BE(1, 0);
      directory.writeUInt16BE(tag, 2);
      directory.writeUInt16BE(type, 4);
      directory.writeUInt32BE(count, 6);
    }
    value.copy(directory, 10);
  }
}
