import { createHash } from 'node:crypto';
import { Readable, Transform, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ConversionSummary } from '../../protocol/records/conversion-summary.js';
import { ArchiveError } from '../archive/archive-error.js';
import type { ArchiveLine, GivenArchiveLine } from '../archive/lines.js';
import type { ArchiveFile } from '../archive/names.js';
import { parseLine } from '../archive/parse-line.js';
import { Part } from './part.js';
import { FILES_FOLDER, LINES_FOLDER, partName } from './part-names.js';

/** What an archive is made of. */
export interface ArchiveContents {
  /** In the order of docs/moving.md; `end` is added. */
  readonly lines: AsyncIterable<GivenArchiveLine>;
  /** Opens a file that lines name; it is opened once. Null where it is gone meanwhile: the line is written without it. */
  readonly openFile: (name: string) => Promise<Readable | null>;
  /** What the last line says of the conversion, asked for after all others. */
  readonly summary?: () => ConversionSummary;
}

export interface WrittenArchive {
  readonly lines: number;
  readonly files: number;
}

/**
 * Writes an archive as a zip, no faster than `out` takes it, and keeps no more than a part in memory. The files of a part stand
 * before it, so that it says their hashes and each is read once. Throws `ArchiveError` for a line that no reader would take.
 */
export async function writeArchive(
  { lines, openFile, summary }: ArchiveContents,
  out: Writable,
  signal?: AbortSignal,
): Promise<WrittenArchive> {
  const zip = openZip(out, signal);
  const part = new Part();
  const written = { lines: 0, files: 0 };
  const add = (line: ArchiveLine) => {
    part.add(line, written.lines + 1);
    written.lines++;
  };
  let parts = 0;
  const flush = async () => {
    parts++;
    await zip.add(`${LINES_FOLDER}${partName(parts)}`, Readable.from(part.take()), true);
  };
  const files = new Map<string, ArchiveFile | null>();
  const addFile = async (file: ArchiveFile): Promise<ArchiveFile | null> => {
    const known = files.get(file.name);
    if (known !== undefined) return known;
    const stored = await addFileTo(zip, file, openFile);
    files.set(file.name, stored);
    if (stored !== null) written.files++;
    return stored;
  };
  try {
    for await (const given of lines) {
      const line = await withFiles(parseLine(given, written.lines + 1), addFile);
      if (line !== null) add(line);
      if (part.isFull) await flush();
    }
    add({ type: 'end', data: { lines: written.lines, conversion: summary?.() ?? null } });
    await flush();
    await zip.end();
    return written;
  } catch (error) {
    zip.destroy();
    throw error;
  }
}

/** Of all entries. The instant at which one was written would tell two equal archives apart. */
const MTIME = new Date('2000-01-01T00:00:00Z');

const NOTHING = Readable.from([]);

interface OpenZip {
  /** Resolves when the entry is written. */
  add(path: string, content: Readable, compress: boolean): Promise<void>;
  end(): Promise<void>;
  destroy(): void;
}

function openZip(out: Writable, signal: AbortSignal | undefined): OpenZip {
  const zip = new ZipFile();
  const sent = pipeline(zip.outputStream, out, { signal });
  // Whoever waits for an entry or for the end is told; before that nobody waits.
  sent.catch(() => undefined);
  const failed = new Promise<never>((_, reject) => {
    zip.once('error', reject);
    sent.catch(reject);
  });
  failed.catch(() => undefined);
  return {
    add: async (path, content, compress) => {
      const options = { compress, mtime: MTIME, mode: 0o100600 };
      // The zip keeps what it is given here until its end, and each stream what it was made of.
      let waiting: Readable = content;
      zip.addReadStreamLazy(path, options, (give) => {
        const given = waiting;
        waiting = NOTHING;
        give(null, given);
      });
      await Promise.race([finished(content), failed]);
    },
    end: async () => {
      zip.end();
      await sent;
    },
    destroy: () => out.destroy(),
  };
}

async function addFileTo(
  zip: OpenZip,
  file: ArchiveFile,
  openFile: ArchiveContents['openFile'],
): Promise<ArchiveFile | null> {
  const content = await openFile(file.name);
  if (content === null) return null;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  const read = pipeline(content, measure);
  read.catch(() => undefined);
  try {
    await zip.add(`${FILES_FOLDER}${file.name}`, measure, false);
    await read;
  } finally {
    // Nobody reads on where the zip is not taken any more.
    measure.destroy();
  }
  if (sizeBytes !== file.sizeBytes)
    throw new ArchiveError(`the file "${file.name}" has ${sizeBytes} bytes instead of ${file.sizeBytes}`);
  return { name: file.name, sizeBytes, sha256: hash.digest('hex') };
}

type AddFile = (file: ArchiveFile) => Promise<ArchiveFile | null>;

/** The line with the hashes of its files, which are written before it; null for an emoji without its image. */
async function withFiles(line: ArchiveLine, add: AddFile): Promise<ArchiveLine | null> {
  switch (line.type) {
    case 'user': {
      const { avatar } = line.data;
      return avatar === null ? line : { ...line, data: { ...line.data, avatar: await add(avatar) } };
    }
    case 'server': {
      const { icon } = line.data;
      return icon === null ? line : { ...line, data: { ...line.data, icon: await add(icon) } };
    }
    case 'emoji': {
      const image = await add(line.data.image);
      return image === null ? null : { ...line, data: { ...line.data, image } };
    }
    case 'message': {
      if (line.data.attachments.length === 0) return line;
      const attachments: typeof line.data.attachments = [];
      for (const attachment of line.data.attachments) {
        const file = await add(attachment.file);
        if (file !== null) attachments.push({ ...attachment, file });
      }
      return { ...line, data: { ...line.data, attachments } };
    }
    default:
      return line;
  }
}
