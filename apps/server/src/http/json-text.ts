import { AppError } from '@palaver/core';
import { type Request, type RequestHandler, raw } from 'express';
import { toTrpcError } from './errors.js';

export const BODY_LIMIT = 64 * 1024;
export const DEPTH_LIMIT = 32;

/** RFC 9110, 8.3.1: the type is case-insensitive; RFC 8259, 8.1: JSON between systems is UTF-8. */
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const UTF8 = /^utf-?8$/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/i;

/**
 * Reads a JSON body of at most 64 KiB as text into `req.body`, and leaves any other body unread.
 * A compressed body is refused with 415: one of 64 KiB has nothing to gain, and inflating is where bombs go off.
 */
export function readJsonText(): RequestHandler {
  const read = raw({ type: () => true, limit: BODY_LIMIT, inflate: false });
  return (req, res, next) => {
    if (!hasBody(req) || !isJson(req)) return next();
    const charset = CHARSET.exec(req.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && !UTF8.test(charset)) return next(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    read(req, res, (cause?: unknown) => next(cause === undefined ? decodeBody(req) : toTrpcError(cause)));
  };
}

/** Bytes that are no UTF-8 are refused rather than replaced: what is stored is what was sent. */
function decodeBody(req: Request): AppError | undefined {
  try {
    req.body = new TextDecoder('utf-8', { fatal: true }).decode(req.body);
    return undefined;
  } catch (cause) {
    return new AppError('MALFORMED_BODY', { message: 'The request body is not valid UTF-8.', cause });
  }
}

/** Whether the content type is JSON's. */
export function isJson(req: Request): boolean {
  return JSON_TYPE.test(req.headers['content-type'] ?? '');
}

/** RFC 9112, 6: content is announced by one of these; one of length 0 is none. */
export function hasBody(req: Request): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = req.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/**
 * Refuses JSON nested deeper than `limit`, before anything parses it: 60 kB of `[` pass a size limit and
 * `JSON.parse`, and break whatever walks the value later.
 */
export function refuseDeepJson(json: string, limit = DEPTH_LIMIT): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth > limit) {
      throw new AppError('MALFORMED_BODY', {
        message: `The JSON is nested more than ${DEPTH_LIMIT} levels deep.`,
      });
    }
  }
}
