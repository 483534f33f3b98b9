import type { IncomingMessage } from 'node:http';
import { AppError, type Limits } from '@palaver/core';
import getRawBody from 'raw-body';
import { toTrpcError } from './errors.js';

/** The most bytes of a JSON body, where messages have the default length. */
export const BODY_LIMIT = 64 * 1024;
export const DEPTH_LIMIT = 32;

/** The longest escape of a character, `\\ud83d\\ude00`; the other fields of a message need no more than the rest. */
const ESCAPED_BYTES = 12;
const OTHER_FIELDS_BYTES = 16 * 1024;

/** The most bytes of a JSON body: it holds any message that is short enough, however it is escaped. */
export function bodyLimit({ messageCharacters }: Limits): number {
  return Math.max(BODY_LIMIT, messageCharacters * ESCAPED_BYTES + OTHER_FIELDS_BYTES);
}

/** The usual spelling, compared first. */
const PLAIN_JSON = 'application/json';
/** RFC 9110, 8.3.1: the type is case-insensitive; RFC 8259, 8.1: JSON between systems is UTF-8. */
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const UTF8 = /^utf-?8$/i;
const UNCOMPRESSED = /^(?:identity)?$/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body of at most `limit` bytes as text. A compressed body is refused: it gains little at this size, and could
 * inflate without bound. Bytes that are not UTF-8 are refused instead of replaced, so that what is stored is what was
 * sent. Throws `UNSUPPORTED_MEDIA_TYPE`, `BODY_TOO_LARGE`, or `MALFORMED_BODY`.
 */
export function readJsonText(req: IncomingMessage, limit: number): Promise<string> {
  const { 'content-type': type = '', 'content-encoding': encoding, 'content-length': length } = req.headers;
  const charset = type === PLAIN_JSON ? undefined : CHARSET.exec(type)?.[1];
  const readable = charset === undefined || UTF8.test(charset);
  const bytes = new Promise<Buffer>((resolve, reject) => {
    if (!readable || !UNCOMPRESSED.test(encoding ?? '')) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    getRawBody(req, { length: length ?? null, limit }, (cause, read) => {
      if (cause) reject(toTrpcError(cause));
      else resolve(read);
    });
  });
  return bytes.then(decodeUtf8);
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError('MALFORMED_BODY', { message: 'The request body is not valid UTF-8.', cause });
  }
}

/** Whether the content type is JSON. */
export function isJson(req: IncomingMessage): boolean {
  const type = req.headers['content-type'] ?? '';
  return type === PLAIN_JSON || JSON_TYPE.test(type);
}

/** Whether a parsed value is an object, and neither a list nor null. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a request has a body: one of these headers declares it, and a length of 0 means no body (RFC 9112, 6). */
export function hasBody(req: IncomingMessage): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = req.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/**
 * Throws `MALFORMED_BODY` for JSON nested deeper than `limit` levels. It runs before the JSON is parsed: 60 kB of `[` pass
 * the size limit and `JSON.parse`, and overflow the stack of whatever walks the value later.
 */
export function refuseDeepJson(json: string, limit = DEPTH_LIMIT): void {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
    if (depth > limit) {
      throw new AppError('MALFORMED_BODY', {
        message: `The JSON is nested more than ${DEPTH_LIMIT} levels deep.`,
      });
    }
  }
}

/** The index of the closing quote of the string that begins at `start`; the length of the text if there is none. */
function endOfString(json: string, start: number): number {
  for (let end = start; ; ) {
    end = json.indexOf('"', end + 1);
    if (end === -1) return json.length;
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');
