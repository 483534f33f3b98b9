import type { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ArchiveError } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
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
    const within = withoutTop(rows, isTop);
    if (within === null) throw new ArchiveError(otherwise);
    return withEntries(zip, entries, within);
  } catch (error) {
    zip.close();
    return explain(error);
  }
}

/** The files of an export without the folder around all; null where there is no path that `isTop` knows. */
export function withoutTop<Value>(
  entries: ReadonlyMap<string, Value>,
  isTop: (path: string) => boolean,
): ReadonlyMap<string, Value> | null {
  const top = topOf(entries.keys(), isTop);
  if (top === null) return null;
  if (top === '') return entries;
  return new Map(
    [...entries].flatMap(([name, entry]) => (name.startsWith(top) ? [[name.slice(top.length), entry]] : [])),
  );
}

/** The folder around all, of the path with the fewest folders above it. */
function topOf(names: Iterable<string>, isTop: (path: string) => boolean): string | null {
  let found: string | null = null;
  for (const name of names) {
    const parts = name.split('/');
    for (let depth = 0; depth < Math.min(parts.length, 4); depth++) {
      const top = parts
        .slice(0, depth)
        .map((part) => `${part}/`)
        .join('');
      if (isTop(name.slice(top.length)) && (found === null || top.length < found.length)) found = top;
    }
  }
  return found;
}

function withEntries(zip: ZipFile, entries: ZipEntries, rows: ReadonlyMap<string, number>): ZipExport {
  const find = (path: string) => {
    const row = rows.get(path);
    return row === undefined ? null : entries.get(row);
  };
  return {
    paths: [...rows.keys()],
    size: (path) => find(path)?.uncompressedSize ?? null,
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
  return bytes;
}

function requireReadable(entry: Entry, path: string): void {
  if (!entry.canDecodeFileData())
    throw new ArchiveError(`"${path}" is encrypted, or packed in an unknown way.`);
}

async function openEntry(zip: ZipFile, entry: Entry, path: string): Promise<Readable> {
  requireReadable(entry, path);
  return zip.openReadStreamPromise(entry).catch(explain);
}

/** What the system says of a file stays as it is; anything else is about the zip. */
export function explain(error: unknown): never {
  if (error instanceof ArchiveError || !(error instanceof Error) || 'syscall' in error) throw error;
  throw new ArchiveError(`The zip is damaged: ${error.message}.`);
}
