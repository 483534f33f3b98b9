import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ArchiveError } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';

/** The largest file of JSON that is read: a day of a channel. */
const JSON_BYTES_MAX = 64 * 1024 * 1024;
const DAY = /^\d{4}-\d{2}-\d{2}\.json$/;

/** Slack's export as it is on the disk. */
export interface SlackExport {
  /** A file of the export; null where there is none. Throws `ArchiveError` for what is no JSON. */
  json(path: string): Promise<unknown>;
  /** The days of a folder, the first one first. */
  days(folder: string): readonly string[];
  /** An uploaded file, where the zip has it (`__uploads/ID/NAME`); null where it does not. */
  upload(id: string): { readonly path: string; readonly sizeBytes: number } | null;
  openUpload(path: string): Promise<Readable>;
  close(): void;
}

/** Opens the zip of an export. Throws `ArchiveError` for anything else. */
export async function openSlackExport(path: string): Promise<SlackExport> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(explain);
  try {
    if (zip.entryCount > ARCHIVE_LIMITS.entries)
      throw new ArchiveError(`An export has at most ${ARCHIVE_LIMITS.entries} files.`);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    return withEntries(zip, withoutTopFolder(entries));
  } catch (error) {
    zip.close();
    return explain(error);
  }
}

/** Who packs the unpacked folder again adds one around all. */
function withoutTopFolder(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
  const users = [...entries.keys()].filter((name) => /^(?:[^/]+\/)?users\.json$/.test(name));
  const [found] = users.sort((a, b) => a.length - b.length);
  if (found === undefined) throw new ArchiveError('This is no export of Slack: it has no users.json.');
  const top = found.slice(0, -'users.json'.length);
  return new Map(
    [...entries].flatMap(([name, entry]) => (name.startsWith(top) ? [[name.slice(top.length), entry]] : [])),
  );
}

function withEntries(zip: ZipFile, entries: ReadonlyMap<string, Entry>): SlackExport {
  const days = new Map<string, string[]>();
  const uploads = new Map<string, { path: string; sizeBytes: number }>();
  for (const [name, { uncompressedSize: sizeBytes }] of entries) {
    const parts = name.split('/');
    const [folder = '', file = '', last = ''] = parts;
    if (folder === '__uploads' && last !== '') uploads.set(file, { path: name, sizeBytes });
    else if (parts.length === 2 && DAY.test(file)) days.set(folder, [...(days.get(folder) ?? []), file]);
  }
  return {
    json: async (path) => {
      const entry = entries.get(path);
      if (entry === undefined) return null;
      if (entry.uncompressedSize > JSON_BYTES_MAX) throw new ArchiveError(`"${path}" is larger than 64 MiB.`);
      const content = await readText(await open(zip, entry));
      try {
        return JSON.parse(content);
      } catch {
        throw new ArchiveError(`"${path}" is no JSON.`);
      }
    },
    days: (folder) => [...(days.get(folder) ?? [])].sort(),
    upload: (id) => uploads.get(id) ?? null,
    openUpload: (path) => {
      const entry = entries.get(path);
      if (entry === undefined) throw new ArchiveError('The export has no such file.');
      return open(zip, entry);
    },
    close: () => zip.close(),
  };
}

function open(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (!entry.canDecodeFileData())
    throw new ArchiveError(`"${entry.fileName}" is encrypted, or packed in an unknown way.`);
  return zip.openReadStreamPromise(entry).catch(explain);
}

/** What the system says of a file stays as it is; anything else is about the zip. */
function explain(error: unknown): never {
  if (error instanceof ArchiveError || !(error instanceof Error) || 'syscall' in error) throw error;
  throw new ArchiveError(`The zip is damaged: ${error.message}.`);
}
