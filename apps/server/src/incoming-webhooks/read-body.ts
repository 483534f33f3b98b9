import type { IncomingMessage } from 'node:http';
import { AppError } from '@palaver/core';
import getRawBody from 'raw-body';
import { toTrpcError } from '../http/errors.js';
import { isJsonObject, refuseDeepJson } from '../http/json-text.js';

/** The largest body of a webhook: an event of GitHub with many commits has some hundred kilobytes. */
export const HOOK_BODY_MAX = 1024 * 1024;

/** Reads a whole body. Throws `UNSUPPORTED_MEDIA_TYPE` for a compressed one, `BODY_TOO_LARGE` or `MALFORMED_REQUEST`. */
export async function readWebhookBody(req: IncomingMessage): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = req.headers;
  if (encoding.toLowerCase() !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  return getRawBody(req, { length: length ?? null, limit: HOOK_BODY_MAX }).catch((cause: unknown) => {
    throw toTrpcError(cause);
  });
}

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** The object of a JSON text, or of the field `payload` of a form; null for anything else. */
export function payloadOf(body: Buffer, contentType: string): Record<string, unknown> | null {
  const text = body.toString('utf8');
  if (!FORM.test(contentType)) return objectIn(text);
  const payload = new URLSearchParams(text).get('payload');
  return payload === null ? null : objectIn(payload);
}

/** The object that a JSON text is; null for any other text. */
export function objectIn(text: string): Record<string, unknown> | null {
  try {
    refuseDeepJson(text);
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
