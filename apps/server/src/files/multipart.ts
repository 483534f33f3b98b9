import type { IncomingMessage } from 'node:http';
import { AppError } from '@palaver/core';
import { MultipartParser } from 'formidable';

/** One part of a multipart body, as it comes in. */
export type MultipartEvent =
  | { readonly type: 'part'; readonly headers: ReadonlyMap<string, string> }
  | { readonly type: 'data'; readonly bytes: Buffer }
  | { readonly type: 'end' };

/** What formidable's parser puts out: a name and, for most, a piece of a buffer. */
interface Piece {
  readonly name: string;
  readonly buffer?: Buffer;
  readonly start?: number;
  readonly end?: number;
}

/** RFC 2046, 5.1.1: 1 to 70 characters. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i;

/** Room for what stands around the files: boundaries, part headers, and fields that nobody asked for. */
export const TEXT_LIMIT = 64 * 1024;

/**
 * Reads the parts of a multipart body of at most `limit` bytes. The body is read no faster than the events are, and
 * stays open, unread from there on, when the reader stops early: it still has to be answered.
 * Throws `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`, `FILE_TOO_LARGE` or `BODY_TOO_LARGE`.
 */
export function readMultipart(req: IncomingMessage, limit: number): AsyncGenerator<MultipartEvent> {
  const boundary = boundaryOf(req.headers['content-type'] ?? '');
  if (Number(req.headers['content-length'] ?? 0) > limit) throw new AppError('FILE_TOO_LARGE');
  return toEvents(toPieces(toChunks(req, limit), boundary));
}

/** The refusal of a body in which what stands around the files is too much. */
export function tooMuchText(): AppError {
  return new AppError('BODY_TOO_LARGE', { message: 'What stands around the files is larger than 64 KiB.' });
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
 * formidable's parser without the form around it, which goes on after an error and leaves temporary files behind. It
 * parses what is written to it at once, so that its pieces can be read before the next chunk is.
 */
async function* toPieces(chunks: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Piece> {
  const parser = new MultipartParser();
  parser.initWithBoundary(boundary);
  parser.on('error', () => {});
  for await (const chunk of chunks) {
    parser.write(chunk);
    if (parser.errored) break;
    for (let piece = parser.read(); piece !== null; piece = parser.read()) yield piece;
  }
  parser.end();
  try {
    yield* parser;
  } catch (error) {
    throw malformed('The multipart body is malformed.', error);
  }
}

/** Puts pieces together. Headers are decoded when they are whole, since chunks cut characters in two. */
async function* toEvents(pieces: AsyncIterable<Piece>): AsyncGenerator<MultipartEvent> {
  let headers = new Map<string, string>();
  let [name, value]: [Buffer[], Buffer[]] = [[], []];
  let size = 0;
  for await (const piece of pieces) {
    const bytes = piece.buffer?.subarray(piece.start, piece.end) ?? Buffer.alloc(0);
    if (piece.name === 'partData') yield { type: 'data', bytes };
    else size += bytes.length;
    if (size > TEXT_LIMIT) throw tooMuchText();
    if (piece.name === 'partBegin') headers = new Map();
    if (piece.name === 'headerField') name.push(bytes);
    if (piece.name === 'headerValue') value.push(bytes);
    if (piece.name === 'headerEnd') {
      headers.set(Buffer.concat(name).toString().toLowerCase(), Buffer.concat(value).toString());
      [name, value] = [[], []];
    }
    if (piece.name === 'headersEnd') yield { type: 'part', headers };
    if (piece.name === 'partEnd') yield { type: 'end' };
  }
}
