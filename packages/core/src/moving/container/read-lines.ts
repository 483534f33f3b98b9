import { ArchiveError } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import type { ArchiveLine } from '../archive/lines.js';
import { parseLine } from '../archive/parse-line.js';
import type { OpenArchive } from './open-archive.js';

/** Where a line stands: reading goes on there. */
export interface LinePosition {
  /** How many parts are before it. */
  readonly part: number;
  /** Its number in the whole archive, from 1. */
  readonly line: number;
  /** Its number in its part, from 1. */
  readonly lineOfPart: number;
}

export interface PlacedLine extends LinePosition {
  readonly value: ArchiveLine;
}

/** The lines after a position, each checked by its schema. Throws `ArchiveError`. */
export async function* readLines(
  archive: Pick<OpenArchive, 'parts' | 'openPart'>,
  after: LinePosition = { part: 0, line: 0, lineOfPart: 0 },
): AsyncGenerator<PlacedLine, void> {
  let { line } = after;
  for (const [part, name] of archive.parts.entries()) {
    if (part < after.part) continue;
    const skipped = part === after.part ? after.lineOfPart : 0;
    let lineOfPart = 0;
    for await (const text of textLines(await archive.openPart(name), () => line + 1)) {
      if (++lineOfPart <= skipped) continue;
      line++;
      yield { part, line, lineOfPart, value: parseLine(parsed(text, line), line) };
    }
    // Of parts without any, whoever waits for the next line would not hear for as long as they go on.
    if (lineOfPart === 0) throw new ArchiveError(`The part "${name}" has no line.`);
  }
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveError('is no JSON', line);
  }
}

const NEWLINE = 0x0a;
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** The lines of a stream, none longer than the limit. Empty ones are left out. */
async function* textLines(content: AsyncIterable<Buffer>, next: () => number): AsyncGenerator<string, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE, start); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      if (end > start) yield decoded(bytes.subarray(start, end), next());
      start = end + 1;
    }
    rest = bytes.subarray(start);
    requireShort(rest, next());
  }
  if (rest.length > 0) yield decoded(rest, next());
}

function decoded(bytes: Buffer, line: number): string {
  requireShort(bytes, line);
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new ArchiveError('is not in UTF-8', line);
  }
}

function requireShort(bytes: Buffer, line: number): void {
  if (bytes.length > ARCHIVE_LIMITS.lineBytes)
    throw new ArchiveError(`must be at most ${ARCHIVE_LIMITS.lineBytes} bytes`, line);
}
