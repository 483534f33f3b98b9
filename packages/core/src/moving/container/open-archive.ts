import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, type Options, openPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../kernel/errors/app-error.js';
import { ArchiveError, damagedZip } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import { FILE_NAME } from '../archive/names.js';
import { FILES_FOLDER, isPartName, LINES_FOLDER } from './part-names.js';
import { withoutExtras } from './zip-entry.js';

/** An archive that can be read at any place. Nothing of it is unpacked by the names that it gives. */
export interface OpenArchive {
  /** The names of its parts, in their order. */
  readonly parts: readonly string[];
  openPart(name: string): Promise<AsyncIterable<Buffer>>;
  /** The size of a file as the archive says it; null where there is no such file. */
  fileSize(name: string): Promise<number | null>;
  /** A file that there is. Reading throws `ArchiveError` where it is not what the archive says. */
  openFile(name: string): Promise<AsyncIterable<Buffer>>;
  close(): void;
}

/** Opens a zip, or the folder that one was unpacked to. Throws `ArchiveError` for what is no archive. */
export async function openArchive(path: string): Promise<OpenArchive> {
  if ((await stat(path)).isDirectory()) return withParts(await openFolder(path));
  return openZip((options) => openPromise(path, options));
}

/** Opens a zip. Throws `ArchiveError`. */
export async function openZip(open: (options: Options) => Promise<ZipFile>): Promise<OpenArchive> {
  return withParts(await indexZip(await open({ autoClose: false, strictFileNames: true }).catch(explain)));
}

function withParts(archive: OpenArchive): OpenArchive {
  if (archive.parts.length > 0) return archive;
  archive.close();
  throw new ArchiveError('This is no archive of Palaver: it has no lines/00000001.ndjson.');
}

async function indexZip(zip: ZipFile): Promise<OpenArchive> {
  const parts = new Map<string, Entry>();
  const files = new Map<string, Entry>();
  try {
    requireFew(zip.entryCount);
    for await (const entry of zip.eachEntry()) sortEntry(entry, parts, files);
  } catch (error) {
    zip.close();
    return explain(error);
  }
  return {
    parts: [...parts.keys()].sort(),
    openPart: (name) => openEntry(zip, parts.get(name)),
    fileSize: async (name) => files.get(name)?.uncompressedSize ?? null,
    openFile: (name) => openEntry(zip, files.get(name)),
    close: () => zip.close(),
  };
}

/** What is neither a part nor a file of the format is left alone. */
function sortEntry(entry: Entry, parts: Map<string, Entry>, files: Map<string, Entry>): void {
  const { fileName } = entry;
  const place = fileName.startsWith(LINES_FOLDER) ? parts : files;
  const folder = place === parts ? LINES_FOLDER : FILES_FOLDER;
  if (!fileName.startsWith(folder)) return;
  const name = fileName.slice(folder.length);
  if (!(place === parts ? isPartName(name) : FILE_NAME.test(name))) return;
  requireNoLink(entry);
  if (place.has(name)) throw new ArchiveError(`The archive has "${fileName}" twice.`);
  if (!entry.canDecodeFileData())
    throw new ArchiveError(`"${fileName}" is encrypted, or packed in an unknown way.`);
  if (place === parts && entry.uncompressedSize > ARCHIVE_LIMITS.partBytes + ARCHIVE_LIMITS.lineBytes)
    throw new ArchiveError(`"${fileName}" is larger than a part can be.`);
  place.set(name, withoutExtras(entry));
}

/** In the upper half of the attributes is the mode of Unix (APPNOTE.TXT 4.4.15; stat(2)). */
const KIND_OF_FILE = 0o170000;
const LINK = 0o120000;

function requireNoLink({ fileName, externalFileAttributes }: Entry): void {
  if (((externalFileAttributes >>> 16) & KIND_OF_FILE) === LINK)
    throw new ArchiveError(`"${fileName}" is a link.`);
}

async function openEntry(zip: ZipFile, entry: Entry | undefined): Promise<AsyncIterable<Buffer>> {
  if (entry === undefined) throw new ArchiveError('The archive has no such file.');
  return contentOf(await zip.openReadStreamPromise(entry).catch(explain));
}

/** What is packed may be broken, or of another size than the archive says. */
async function* contentOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream.iterator();
  } catch (error) {
    explain(error);
  }
}

async function openFolder(path: string): Promise<OpenArchive> {
  const names = await readdir(join(path, LINES_FOLDER)).catch(() => []);
  requireFew(names.length);
  const pathOfFile = (name: string) => (FILE_NAME.test(name) ? join(path, FILES_FOLDER, name) : null);
  return {
    parts: names.filter(isPartName).sort(),
    openPart: (name) => openRegular(join(path, LINES_FOLDER, name)),
    fileSize: async (name) => {
      const file = pathOfFile(name);
      const found: Stats | null = file === null ? null : await lstat(file).catch(() => null);
      return found?.isFile() ? found.size : null;
    },
    openFile: async (name) => {
      const file = pathOfFile(name);
      if (file === null) throw new ArchiveError('The archive has no such file.');
      return openRegular(file);
    },
    close: () => undefined,
  };
}

/** A link would lead out of the folder, and a pipe would never end. */
async function openRegular(path: string): Promise<Readable> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle.createReadStream();
  await handle.close();
  throw new ArchiveError('A file of the archive is a link, a folder or a device.');
}

function requireFew(entries: number): void {
  if (entries > ARCHIVE_LIMITS.entries)
    throw new ArchiveError(`An archive has at most ${ARCHIVE_LIMITS.entries} parts and files.`);
}

/** What the system or the file store says stays as it is, and passes; anything else is about the zip. */
function explain(error: unknown): never {
  if (error instanceof ArchiveError || !(error instanceof Error) || !isOfZip(error)) throw error;
  throw damagedZip(error);
}

/** The errors of yauzl have no code, and those of zlib begin like this. */
function isOfZip(error: Error): boolean {
  if (error instanceof AppError) return false;
  return !('code' in error) || (typeof error.code === 'string' && error.code.startsWith('Z_'));
}
