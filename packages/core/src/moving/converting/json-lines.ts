import { ArchiveError } from '../archive/archive-error.js';
import { parsed } from './zip-export.js';

/** The longest line: a post with its replies. */
const LINE_BYTES_MAX = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/** The lines of a file of JSON, each with its number. Empty ones are left out. Throws `ArchiveError` with the number of what is no JSON. */
export async function* jsonLines(
  content: AsyncIterable<Buffer>,
): AsyncGenerator<{ readonly line: number; readonly value: unknown }> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let line = 0;
  const take = function* (bytes: Uint8Array) {
    line++;
    if (bytes.some((byte) => byte > 0x20)) yield { line, value: parsed(bytes, `Line ${line} of the export`) };
  };
  for await (const chunk of content) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const last = chunk.subarray(start, end);
      yield* take(rest.length === 0 ? last : Buffer.concat([...rest, last]));
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > LINE_BYTES_MAX)
      throw new ArchiveError(`Line ${line + 1} of the export is longer than 64 MiB.`);
  }
  if (restBytes > 0) yield* take(Buffer.concat(rest));
}
