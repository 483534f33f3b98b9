import type { IncomingMessage } from 'node:http';
import { AppError } from '@palaver/core';
import { DEPTH_LIMIT, hasBody, isJson, readJsonText, refuseDeepJson } from '../http/json-text.js';
import { queryOf } from '../http/request-target.js';

/** The JSON text of a native call, or the error that it is refused with. */
export interface NativeJson {
  /** The text of the body; undefined without a body. */
  readonly json?: string;
  readonly error?: unknown;
}

/**
 * Reads the JSON of a call from its body or `?input=`; an error if it is larger than `limit` bytes, too deep or of
 * another type.
 */
export async function readNativeJson(req: IncomingMessage, limit: number): Promise<NativeJson> {
  try {
    if (!hasBody(req)) {
      refuseDeepInput(new URLSearchParams(queryOf(req)).get('input') ?? '');
      return {};
    }
    if (!isJson(req)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    const json = await readJsonText(req, limit);
    refuseDeepInput(json);
    return { json };
  } catch (error) {
    return { error };
  }
}

/**
 * The error for JSON that cannot be parsed, as the REST API names it; undefined for JSON that can. tRPC's own error would
 * not say that the JSON is at fault.
 */
export function malformedJson(req: IncomingMessage, body: string | undefined): AppError | undefined {
  const text = body ?? new URLSearchParams(queryOf(req)).get('input');
  if (!text || isParsable(text)) return undefined;
  if (body !== undefined) return new AppError('MALFORMED_BODY');
  return new AppError('MALFORMED_REQUEST', { message: 'The parameter "input" is not valid JSON.' });
}

function isParsable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The envelope of a batch is one level more. */
function refuseDeepInput(json: string): void {
  refuseDeepJson(json, DEPTH_LIMIT + 1);
}
