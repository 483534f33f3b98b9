import type { IncomingMessage } from 'node:http';
import { AppError } from '@palaver/core';
import { MultipartParser } from 'formidable';

/** The parts of a multipart body as a stream: the headers of a part, its data in chunks, its end. */
export type MultipartEvent =
  | { readonly type: 'part'; readonly headers: ReadonlyMap<string, string> }
  | { readonly type: 'data'; readonly bytes: Buffer }
  | { readonly type: 'end' };

/** What formidable's parser emits: a name and, for most, a slice of a buffer. */
interface Token {
  readonly name: string;
  readonly buffer?: Buffer;
  readonly start?: number;
  readonly end?: number;
}

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
  if (Number(req.headers['content-length'] ?? 0) > limit) throw new AppError('FILE_TOO_LARGE');
  return toEvents(toTokens(toChunks(req, limit), boundary));
}

/** The error for a body with too many bytes besides the files. */
export function otherBytesTooLarge(): AppError {
  return new AppError('BODY_TOO_LARGE', { message: 'The parts besides the files are larger than 64 KiB.' });
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
      if (size > limit) throw new AppError('FILE_TOO_LARGE');
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw malformed('The request ended before its body did.', error);
  }
}

/**
 * Uses formidable's parser without its form, which continues after an error and leaves temporary files behind. The parser is
 * synchronous: the tokens of a chunk can be read before the next chunk is written.
 */
async function* toTokens(chunks: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Token> {
  const parser = new MultipartParser();
  parser.initWithBoundary(boundary);
  parser.on('error', () => {});
  for await (const chunk of chunks) {
    parser.write(chunk);
    if (parser.errored) break;
    for (let token = parser.read(); token !== null; token = parser.read()) yield token;
  }
  parser.end();
  try {
    yield* parser;
  } catch (error) {
    throw malformed('The multipart body is malformed.', error);
  }
}

/** Assembles tokens. Headers are decoded when they are complete, because a character may span two chunks. */
async function* toEvents(tokens: AsyncIterable<Token>): AsyncGenerator<MultipartEvent> {
  let headers = new Map<string, string>();
  let [name, value]: [Buffer[], Buffer[]] = [[], []];
  let size = 0;
  for await (const token of tokens) {
    const bytes = token.buffer?.subarray(token.start, token.end) ?? Buffer.alloc(0);
    if (token.name === 'partData') yield { type: 'data', bytes };
    else size += bytes.length;
    if (size > OTHER_BYTES_MAX) throw otherBytesTooLarge();
    if (token.name === 'partBegin') headers = new Map();
    if (token.name === 'headerField') name.push(bytes);
    if (token.name === 'headerValue') value.push(bytes);
    if (token.name === 'headerEnd') {
      headers.set(Buffer.concat(name).toString().toLowerCase(), Buffer.concat(value).toString());
      [name, value] = [[], []];
    }
    if (token.name === 'headersEnd') yield { type: 'part', headers };
    if (token.name === 'partEnd') yield { type: 'end' };
  }
}
