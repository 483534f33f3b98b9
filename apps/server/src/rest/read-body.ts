import type { IncomingMessage } from 'node:http';
import { AppError } from '@palaver/core';
import { hasBody, isJson, isJsonObject, readJsonText, refuseDeepJson } from '../http/json-text.js';

/**
 * Reads the JSON object in the body, of at most `limit` bytes, of a POST, PUT or PATCH; without a body it is empty.
 * Throws `UNSUPPORTED_MEDIA_TYPE`, `BODY_TOO_LARGE`, or `MALFORMED_BODY` for a body that is no JSON, no object or
 * nested too deeply.
 */
export async function readJsonObject(req: IncomingMessage, limit: number): Promise<Record<string, unknown>> {
  if (!hasBody(req)) return {};
  if (!isJson(req)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  return parseObject(await readJsonText(req, limit));
}

function parseObject(body: string): Record<string, unknown> {
  if (body === '') return {};
  refuseDeepJson(body);
  const value = parseJson(body);
  if (!isJsonObject(value)) {
    throw new AppError('MALFORMED_BODY', { message: 'The request body must be a JSON object.' });
  }
  return value;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new AppError('MALFORMED_BODY', { cause });
  }
}
