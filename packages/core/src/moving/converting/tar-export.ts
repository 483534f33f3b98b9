import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ArchiveError } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import { ExportFiles } from './export-files.js';
import { JSON_BYTES_MAX, parsed, requirePossibleSize, type ZipExport } from './zip-export.js';

/** Blocks of a tar have this size (POSIX.1-2017, pax). */
const BLOCK = 512;
const HEADER_MAX = 1024 * 1024;

interface TarEntry {
  readonly path: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/**
 * Opens a tar that is packed by gzip, as `openZipExport` does a zip. It is unpacked to one temporary file, and nothing by the names that it
 * gives. Throws `ArchiveError`.
 */
export async function openTarExport(
  path: string,
  isTop: (path: string) => boolean,
  otherwise: string,
): Promise<ZipExport> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-export-'));
  const file = join(folder, 'content');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const entries = await unpack(path, file);
    const files = ExportFiles.within(new Map(entries.map((entry) => [entry.path, entry])), isTop);
    if (files === null) throw new ArchiveError(otherwise);
    return withEntries(file, files, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

function withEntries(file: string, files: ExportFiles<TarEntry>, remove: () => Promise<void>): ZipExport {
  const entryOf = (path: string): TarEntry => {
    const entry = files.find(path);
    if (entry === null) throw new ArchiveError(`The export has no file "${path}".`);
    return entry;
  };
  // A stream of files has no way to say that it is empty.
  const streamOf = ({ offset, sizeBytes }: TarEntry): Readable =>
    sizeBytes === 0
      ? Readable.from([])
      : createReadStream(file, { start: offset, end: offset + sizeBytes - 1 });
  return {
    paths: files.paths,
    size: (path) => files.find(path)?.sizeBytes ?? null,
    unread: () => files.unread(),
    json: async (path) => {
      const entry = files.find(path);
      if (entry === null) return null;
      const { offset, sizeBytes } = entry;
      if (sizeBytes > JSON_BYTES_MAX) throw new ArchiveError(`"${path}" is larger than 64 MiB.`);
      const handle = await open(file);
      try {
        const bytes = Buffer.allocUnsafe(sizeBytes);
        await handle.read(bytes, 0, sizeBytes, offset);
        return parsed(bytes, `"${path}"`);
      } finally {
        await handle.close();
      }
    },
    open: async (path) => streamOf(entryOf(path)),
    close: remove,
  };
}

async function unpack(path: string, to: string): Promise<TarEntry[]> {
  const output = await open(to, 'wx', 0o600);
  try {
    const { size: packed } = await stat(path);
    const source = createReadStream(path);
    const unzipped = createGunzip();
    // `pipe` alone would leave an error of the file to the process.
    source.once('error', (error) => unzipped.destroy(error));
    return await new Unpacking(output, packed).read(source.pipe(unzipped));
  } catch (error) {
    const isOfZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isOfZlib ? new ArchiveError('The export is no tar.gz, or is damaged.') : error;
  } finally {
    await output.close();
  }
}

/** Reads the blocks of a tar: a header, the content, and what fills its last block. */
class Unpacking {
  readonly #entries = new Map<string, TarEntry>();
  readonly #output: FileHandle;
  #waiting: Buffer = Buffer.alloc(0);
  #written = 0;
  /** How much of the content of the entry is still to come, and of what fills its last block. */
  #left = 0;
  #padding = 0;
  /** Where the content of a header goes that tells the path of the next entry. */
  #header: { readonly kind: string; bytes: Buffer } | null = null;
  #nextPath: string | null = null;

  readonly #packed: number;

  constructor(output: FileHandle, packed: number) {
    this.#output = output;
    this.#packed = packed;
  }

  async read(input: AsyncIterable<Buffer>): Promise<TarEntry[]> {
    for await (const chunk of input) {
      this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
      while (await this.#step());
    }
    if (this.#left > 0 || (this.#waiting.length > 0 && this.#waiting.length < BLOCK))
      throw new ArchiveError('The export was cut off.');
    return [...this.#entries.values()];
  }

  /** Returns whether it could go on with what is there. */
  async #step(): Promise<boolean> {
    if (this.#left > 0) return this.#content();
    if (this.#padding > 0) {
      const skipped = this.#take(this.#padding).length;
      this.#padding -= skipped;
      return skipped > 0;
    }
    if (this.#waiting.length < BLOCK) return false;
    this.#begin(this.#take(BLOCK));
    return true;
  }

  async #content(): Promise<boolean> {
    const bytes = this.#take(this.#left);
    if (bytes.length === 0) return false;
    this.#left -= bytes.length;
    if (this.#header === null) {
      this.#written += bytes.length;
      requirePossibleSize({ packed: this.#packed, unpacked: this.#written });
      await this.#output.write(bytes);
      return true;
    }
    this.#header.bytes = Buffer.concat([this.#header.bytes, bytes]);
    if (this.#left === 0) this.#endHeader(this.#header);
    return true;
  }

  #begin(header: Buffer): void {
    if (header.every((byte) => byte === 0)) return;
    const sizeBytes = Number.parseInt(textOf(header, 124, 12), 8) || 0;
    const kind = String.fromCharCode(header.readUInt8(156));
    this.#left = sizeBytes;
    this.#padding = (BLOCK - (sizeBytes % BLOCK)) % BLOCK;
    if (kind === 'x' || kind === 'L') {
      if (sizeBytes > HEADER_MAX) throw new ArchiveError('A name in the export is too long.');
      this.#header = { kind, bytes: Buffer.alloc(0) };
      return;
    }
    const prefix = textOf(header, 345, 155);
    const own = prefix === '' ? textOf(header, 0, 100) : `${prefix}/${textOf(header, 0, 100)}`;
    const path = (this.#nextPath ?? own).replace(/^\.\//, '');
    this.#nextPath = null;
    // Folders and links have no content.
    if (kind !== '0' && kind !== '\0') return;
    if (this.#entries.has(path)) throw new ArchiveError(`The export has "${path}" twice.`);
    if (this.#entries.size >= ARCHIVE_LIMITS.entries)
      throw new ArchiveError(`An export has at most ${ARCHIVE_LIMITS.entries} files.`);
    this.#entries.set(path, { path, offset: this.#written, sizeBytes });
  }

  #endHeader({ kind, bytes }: { readonly kind: string; readonly bytes: Buffer }): void {
    this.#header = null;
    const text = bytes.toString('utf8');
    const path = kind === 'L' ? text.replaceAll('\0', '') : /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1];
    this.#nextPath = path ?? this.#nextPath;
  }

  #take(wanted: number): Buffer {
    const taken = this.#waiting.subarray(0, wanted);
    this.#waiting = this.#waiting.subarray(taken.length);
    return taken;
  }
}

function textOf(header: Buffer, start: number, length: number): string {
  const field = header.toString('utf8', start, start + length);
  return field.split('\0')[0]?.trim() ?? '';
}
