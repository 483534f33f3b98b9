import { Readable } from 'node:stream';
import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ArchiveError, damagedZip } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import { ExportFiles } from './export-files.js';
import { ZipEntries } from './zip-entries.js';

/** The largest file of JSON that is read as a whole. */
export const JSON_BYTES_MAX = 64 * 1024 * 1024;
/** As it is packed. */
const RAW = { decodeFileData: false };
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** An export in a zip, or in a tar. Nothing of it is unpacked by the names that it gives. */
export interface ZipExport {
  /** The paths of its files, without the folder around all. */
  readonly paths: readonly string[];
  size(path: string): number | null;
  /** The paths of files that nobody has asked for yet, those beside the folder around all included. */
  unread(): string[];
  /** Null where there is no such file. Throws `ArchiveError` for what is no JSON, or too large. */
  json(path: string): Promise<unknown>;
  /** Throws `ArchiveError`. */
  open(path: string): Promise<Readable>;
  close(): void | Promise<void>;
}

/** An export of any size may unpack to this much. */
const UNPACKED_FREE = 1024 ** 3;
/** JSON is packed to a tenth; a bomb, to a thousandth. */
const RATIO_MAX = 100;

/** Refuses what unpacks to far more than an export does, before the disk is full. Throws `ArchiveError`. */
export function requirePossibleSize({ packed, unpacked }: { packed: number; unpacked: number }): void {
  if (unpacked > UNPACKED_FREE + RATIO_MAX * packed)
    throw new ArchiveError('The export is unpacked to far more than exports are: it is refused.');
}

/**
 * Opens a zip. `isTop` knows a path by which the folder is found that who packed it again has put around all. Throws `ArchiveError`, with
 * `otherwise` where no path is so.
 */
export async function openZipExport(
  path: string,
  isTop: (path: string) => boolean,
  otherwise: string,
): Promise<ZipExport> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(explain);
  try {
    if (zip.entryCount > ARCHIVE_LIMITS.entries)
      throw new ArchiveError(`An export has at most ${ARCHIVE_LIMITS.entries} files.`);
    const entries = new ZipEntries();
    const rows = new Map<string, number>();
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      requirePossibleSize({ packed: zip.fileSize, unpacked });
      if (entry.fileName.endsWith('/')) continue;
      if (rows.has(entry.fileName)) throw new ArchiveError(`The zip has "${entry.fileName}" twice.`);
      rows.set(entry.fileName, entries.add(entry));
    }
    const files = ExportFiles.within(rows, isTop);
    if (files === null) throw new ArchiveError(otherwise);
    return withEntries(zip, entries, files);
  } catch (error) {
    zip.close();
    return explain(error);
  }
}

function withEntries(zip: ZipFile, entries: ZipEntries, files: ExportFiles<number>): ZipExport {
  const find = (path: string) => {
    const row = files.find(path);
    return row === null ? null : entries.get(row);
  };
  return {
    paths: files.paths,
    size: (path) => find(path)?.uncompressedSize ?? null,
    unread: () => files.unread(),
    json: async (path) => {
      const entry = find(path);
      if (entry === null) return null;
      if (entry.uncompressedSize > JSON_BYTES_MAX) throw new ArchiveError(`"${path}" is larger than 64 MiB.`);
      return parsed(await contentOf(zip, entry, path).catch(explain), `"${path}"`);
    },
    open: (path) => {
      const entry = find(path);
      if (entry === null) throw new ArchiveError(`The export has no file "${path}".`);
      return openEntry(zip, entry, path);
    },
    close: () => zip.close(),
  };
}

/** JSON in UTF-8, which may have a BOM. Throws `ArchiveError` with what it is called. */
export function parsed(bytes: Uint8Array, called: string): unknown {
  try {
    return JSON.parse(DECODER.decode(bytes));
  } catch {
    throw new ArchiveError(`${called} is no JSON.`);
  }
}

/** A whole file. Most are of some kilobytes, for which streams that unpack take longer than the unpacking. */
async function contentOf(zip: ZipFile, entry: Entry, path: string): Promise<Uint8Array> {
  requireReadable(entry, path);
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry, RAW)) chunks.push(chunk);
  const packed = Buffer.concat(chunks);
  const { compressionMethod, uncompressedSize } = entry;
  const bytes =
    compressionMethod === 0 ? packed : inflateRawSync(packed, { maxOutputLength: uncompressedSize || 1 });
  if (bytes.length !== uncompressedSize)
    throw new ArchiveError(`The zip is damaged: "${path}" has another size than it says.`);
  requireSum(crc32(bytes), entry, path);
  return bytes;
}

function requireReadable(entry: Entry, path: string): void {
  if (!entry.canDecodeFileData())
    throw new ArchiveError(`"${path}" is encrypted, or packed in an unknown way.`);
}

async function openEntry(zip: ZipFile, entry: Entry, path: string): Promise<Readable> {
  requireReadable(entry, path);
  const stream = await zip.openReadStreamPromise(entry).catch(explain);
  return Readable.from(checked(stream, entry, path), { objectMode: false });
}

/** Whoever reads the stream hears of damage as `ArchiveError` as well. */
async function* checked(stream: AsyncIterable<Buffer>, entry: Entry, path: string): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of stream) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    explain(error);
  }
  requireSum(sum, entry, path);
}

/** The library does not compare what it has read with the sum of the zip. */
function requireSum(sum: number, entry: Entry, path: string): void {
  if (sum !== entry.crc32) throw new ArchiveError(`The zip is damaged: "${path}" is not what was packed.`);
}

/** What the system says of a file stays as it is; anything else is about the zip. */
export function explain(error: unknown): never {
  if (error instanceof ArchiveError || !(error instanceof Error) || 'syscall' in error) throw error;
  throw damagedZip(error);
}
