import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { AppError, fileTooLarge } from '@palaver/core';
import type { Token } from './token-parser.js';

/** The parts of a multipart body as a stream: the headers of a part, its data in chunks, its end. */
export type MultipartEvent =
  | { readonly type: 'part'; readonly headers: ReadonlyMap<string, string> }
  | { readonly type: 'data'; readonly bytes: Buffer }
  | { readonly type: 'end' };

/** RFC 2046, 5.1.1: 1 to 70 characters. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i;

/** The limit of everything but the files: boundaries, headers of parts, and other fields. */
export const OTHER_BYTES_MAX = 64 * 1024;

/**
 * Reads the parts of a multipart body of at most `limit` bytes. The body is read no faster than the events are.
 * When the reader stops early, the rest stays unread and the request stays open, so that it can be answered.
 * Throws `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`, `FILE_TOO_LARGE` or `BODY_TOO_LARGE`.
 */
export function readMultipart(req: IncomingMessage, limit: number): AsyncGenerator<MultipartEvent> {
  const boundary = boundaryOf(req.headers['content-type'] ?? '');
  if (Number(req.headers['content-length'] ?? 0) > limit) throw fileTooLarge(limit);
  return toEvents(toChunks(req, limit), boundary);
}

/** The error for a body with too many bytes besides the files. */
export function otherBytesTooLarge(): AppError {
  return new AppError('BODY_TOO_LARGE', { message: 'The parts besides the files are too large.' });
}

function boundaryOf(contentType: string): string {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the file as multipart/form-data.' });
  }
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('The content type names no multipart boundary.');
  return boundary;
}

function malformed(message: string, cause?: unknown): AppError {
  return new AppError('MALFORMED_REQUEST', { message, cause });
}

async function* toChunks(req: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw fileTooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw malformed('The request ended before its body did.', error);
  }
}

/** The events of a body: those of each chunk are made at once, so that the cost follows the bytes and not their pattern. */
async function* toEvents(chunks: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<MultipartEvent> {
  const assembler = new EventAssembler();
  // Not before the first upload: formidable makes a fingerprint of the process when it is loaded, which takes longer than most modules.
  const { TokenParser } = await import('./token-parser.js');
  const parser = new TokenParser(boundary, (token) => assembler.take(token));
  for await (const chunk of chunks) {
    assembler.begin(chunk.length);
    parser.write(chunk);
    if (parser.errored) break;
    yield* assembler.events();
  }
  assembler.begin(0);
  parser.end();
  try {
    await finished(parser.resume());
  } catch (error) {
    throw malformed('The multipart body is malformed.', error);
  }
  yield* assembler.events();
}

/** The parser keeps back at most a boundary, with its line break and hyphens, of the chunks before. */
const KEPT_BACK_MAX = 80;

/** Assembles the tokens of a chunk to events. Headers are decoded when complete: a character may span two chunks. */
class EventAssembler {
  #events: MultipartEvent[] = [];
  #data = Buffer.alloc(0);
  #dataEnd = 0;
  #dataStart = 0;
  #headers = new Map<string, string>();
  #name: Buffer[] = [];
  #value: Buffer[] = [];
  #headerBytes = 0;
  #error: AppError | null = null;

  /** Call it before a chunk of this many bytes is parsed. */
  begin(chunkBytes: number): void {
    this.#data = Buffer.allocUnsafe(chunkBytes + KEPT_BACK_MAX);
    this.#dataStart = 0;
    this.#dataEnd = 0;
  }

  take({ name, buffer, start, end }: Token): void {
    if (name === 'partData') {
      // Copied, because the parser uses the buffer again.
      if (buffer) this.#dataEnd += buffer.copy(this.#data, this.#dataEnd, start, end);
      return;
    }
    this.#endData();
    const bytes = buffer === undefined ? Buffer.alloc(0) : Buffer.from(buffer.subarray(start, end));
    this.#headerBytes += bytes.length;
    if (this.#headerBytes > OTHER_BYTES_MAX) this.#error ??= otherBytesTooLarge();
    this.#takeStructure(name, bytes);
  }

  /** The events since the last call. Throws `BODY_TOO_LARGE`. */
  events(): MultipartEvent[] {
    if (this.#error) throw this.#error;
    this.#endData();
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #endData(): void {
    if (this.#dataEnd === this.#dataStart) return;
    this.#events.push({ type: 'data', bytes: this.#data.subarray(this.#dataStart, this.#dataEnd) });
    this.#dataStart = this.#dataEnd;
  }

  #takeStructure(name: string, bytes: Buffer): void {
    if (name === 'partBegin') this.#headers = new Map();
    if (name === 'headerField') this.#name.push(bytes);
    if (name === 'headerValue') this.#value.push(bytes);
    if (name === 'headerEnd') {
      const [field, value] = [Buffer.concat(this.#name), Buffer.concat(this.#value)];
      this.#headers.set(field.toString().toLowerCase(), value.toString());
      [this.#name, this.#value] = [[], []];
    }
    if (name === 'headersEnd') this.#events.push({ type: 'part', headers: this.#headers });
    if (name === 'partEnd') this.#events.push({ type: 'end' });
  }
}
