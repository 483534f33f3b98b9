import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import type { z } from 'zod';
import { BackupError } from '../backup-error.js';
import { EntriesDigest } from './entries-digest.js';
import { END, End, FORMAT, MANIFEST, Manifest } from './manifest.js';

/** The first and the last entry are read as a whole. */
const RECORD_BYTES_MAX = 4 * 1024 * 1024;

/** A part of a table's rows, or a file. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  /** To be read to its end before the next entry. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Reads an archive once, from its beginning to its end, and holds a megabyte or two of it. */
export class ArchiveReader {
  readonly manifest: Manifest;
  readonly #entries: AsyncIterator<ParsedTarEntry>;
  readonly #digest: EntriesDigest;

  private constructor(manifest: Manifest, entries: AsyncIterator<ParsedTarEntry>, digest: EntriesDigest) {
    this.manifest = manifest;
    this.#entries = entries;
    this.#digest = digest;
  }

  /** Reads the manifest. Throws `BackupError` for what is no archive of ours, or one of another format. */
  static async open(input: Readable): Promise<ArchiveReader> {
    const gunzip = createGunzip();
    // `pipe` does not pass on an error of the file that is read.
    input.once('error', (error) => gunzip.destroy(error));
    const tar = Readable.toWeb(input.pipe(gunzip)).pipeThrough(createTarDecoder({ strict: true }));
    const entries = tar[Symbol.asyncIterator]();
    const digest = new EntriesDigest();
    const first = await next(entries);
    if (first?.header.name !== MANIFEST) throw new BackupError('This is not a backup of Palaver.');
    const manifest = await readRecord(first, digest);
    requireFormat(manifest);
    return new ArchiveReader(parsed(Manifest, manifest), entries, digest);
  }

  /**
   * The entries between the manifest and the end; returns the last entry when all before it were as they were written.
   * Throws `BackupError` for an archive that is damaged or incomplete, which may be after any number of entries.
   */
  async *entries(): AsyncGenerator<Entry, End> {
    for (;;) {
      const entry = await next(this.#entries);
      if (entry === null) throw damaged('its end is missing');
      const { name, size } = entry.header;
      if (name === END) return this.#end(entry);
      yield { name, size, bytes: digested(entry, this.#digest) };
    }
  }

  async #end(entry: ParsedTarEntry): Promise<End> {
    const sha256 = this.#digest.end();
    const end = parsed(End, await readRecord(entry, new EntriesDigest()));
    if (end.sha256 !== sha256) throw damaged('its contents have changed since it was made');
    if ((await next(this.#entries)) !== null) throw damaged('something follows its end');
    return end;
  }
}

/** The next entry; null after the last. */
async function next(entries: AsyncIterator<ParsedTarEntry>): Promise<ParsedTarEntry | null> {
  const { done, value } = await entries.next().catch(explain);
  if (done) return null;
  if (value.header.type !== undefined && value.header.type !== 'file')
    throw damaged('it has links or folders');
  return value;
}

async function* digested(
  { header, body }: ParsedTarEntry,
  digest: EntriesDigest,
): AsyncGenerator<Uint8Array> {
  digest.begin(header.name, header.size);
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await chunks.next().catch(explain);
    if (done) return;
    digest.update(value);
    yield value;
  }
}

async function readRecord(entry: ParsedTarEntry, digest: EntriesDigest): Promise<unknown> {
  if (entry.header.size > RECORD_BYTES_MAX) throw damaged(`${entry.header.name} is too large`);
  const chunks: Uint8Array[] = [];
  for await (const bytes of digested(entry, digest)) chunks.push(bytes);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw damaged(`${entry.header.name} is no JSON`);
  }
}

function requireFormat(manifest: unknown): void {
  if (typeof manifest !== 'object' || manifest === null || !('format' in manifest)) return;
  const { format } = manifest;
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupError('The backup was made by a newer version of Palaver: restore it with that version.');
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw damaged(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}

function explain(error: unknown): never {
  // An error of the system is about the file or the pipe, and its message says so.
  if (!(error instanceof Error) || 'syscall' in error) throw error;
  throw damaged(error.message);
}

const damaged = (why: string) => new BackupError(`The backup is damaged or incomplete: ${why}.`);
