import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open as openFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise } from 'yauzl';
import { ArchiveError } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';

/** The longest line: a post with its replies. */
const LINE_BYTES_MAX = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Where a line stands in the file. */
export interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

/** Mattermost's bulk export: a zip, with its lines unpacked to a temporary file, since they are read in the order of time. */
export interface MattermostExport {
  lines(): AsyncGenerator<LinePlace & { readonly value: unknown }>;
  lineAt(place: LinePlace): Promise<unknown>;
  /** A file that a post names; null where the export does not have it. */
  upload(path: string): { readonly name: string; readonly sizeBytes: number } | null;
  openUpload(name: string): Promise<Readable | null>;
  close(): Promise<void>;
}

/** Opens the zip of a bulk export, or its file of lines alone. Throws `ArchiveError` for anything else. */
export async function openMattermostExport(path: string): Promise<MattermostExport> {
  if (path.endsWith('.jsonl')) return withLines(path, new Map(), async () => undefined);
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(explain);
  const folder = await mkdtemp(join(tmpdir(), 'palaver-import-'));
  const close = async () => {
    zip.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    if (zip.entryCount > ARCHIVE_LIMITS.entries)
      throw new ArchiveError(`An export has at most ${ARCHIVE_LIMITS.entries} files.`);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const [name] = [...entries.keys()]
      .filter((one) => one.endsWith('.jsonl'))
      .sort((a, b) => a.length - b.length);
    const found = name === undefined ? undefined : entries.get(name);
    if (found === undefined)
      throw new ArchiveError('This is no bulk export of Mattermost: it has no .jsonl file.');
    const file = join(folder, 'lines.jsonl');
    await pipeline(await zip.openReadStreamPromise(found), createWriteStream(file, { mode: 0o600 }));
    const top = dirname(found.fileName) === '.' ? '' : `${dirname(found.fileName)}/`;
    const uploads = new Map(
      [...entries].map(([entryName, entry]) => [
        entryName.slice(top.length).replace(/^data\//, ''),
        { sizeBytes: entry.uncompressedSize, open: () => zip.openReadStreamPromise(entry) },
      ]),
    );
    return withLines(file, uploads, close);
  } catch (error) {
    await close();
    return explain(error);
  }
}

type Uploads = ReadonlyMap<string, { readonly sizeBytes: number; readonly open: () => Promise<Readable> }>;

async function withLines(
  file: string,
  uploads: Uploads,
  close: () => Promise<void>,
): Promise<MattermostExport> {
  const { size } = await stat(file);
  const handle = await openFile(file);
  const named = new Map([...uploads].map(([path, upload]) => [nameOf(path), upload]));
  return {
    lines: () => readLines(file),
    lineAt: async ({ offset, length }) => {
      if (offset + length > size) throw new ArchiveError('The export has changed while it was read.');
      const bytes = Buffer.allocUnsafe(length);
      await handle.read(bytes, 0, length, offset);
      return parse(bytes);
    },
    upload: (path) => {
      const given = path.replace(/^(?:\.\/)?(?:data\/)?/, '');
      const found = uploads.get(given);
      return found ? { name: nameOf(given), sizeBytes: found.sizeBytes } : null;
    },
    openUpload: async (name) => (await named.get(name)?.open()) ?? null,
    close: async () => {
      await handle.close();
      await close();
    },
  };
}

/** A path may have anything in it; a name of an archive may not. */
function nameOf(path: string): string {
  return createHash('sha256').update(path).digest('hex');
}

async function* readLines(file: string): AsyncGenerator<LinePlace & { readonly value: unknown }> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    let bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE)) {
      yield* lineOf(bytes.subarray(0, end), offset);
      offset += end + 1;
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > LINE_BYTES_MAX) throw new ArchiveError('A line of the export is longer than 64 MiB.');
    rest = bytes;
  }
  yield* lineOf(rest, offset);
}

function* lineOf(bytes: Buffer, offset: number) {
  if (bytes.length > 0) yield { offset, length: bytes.length, value: parse(bytes) };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ArchiveError('A line of the export is no JSON.');
  }
}

/** What the system says of a file stays as it is; anything else is about the zip. */
function explain(error: unknown): never {
  if (error instanceof ArchiveError || !(error instanceof Error) || 'syscall' in error) throw error;
  throw new ArchiveError(`The zip is damaged: ${error.message}.`);
}
