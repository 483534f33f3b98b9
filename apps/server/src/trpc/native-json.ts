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

/** Reads the JSON of a call from its body or `?input=`; an error if it is too large, too deep or of another type. */
export async function readNativeJson(req: IncomingMessage): Promise<NativeJson> {
  try {
    if (!hasBody(req)) {
      refuseDeepInput(new URLSearchParams(queryOf(req)).get('input') ?? '');
      return {};
    }
    if (!isJson(req)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    const json = await readJsonText(req);
    refuseDeepInput(json);
    return { json };
  } catch (error) {
    return { error };
  }
}

/** The envelope of a batch is one level more. */
function refuseDeepInput(json: string): void {
  refuseDeepJson(json, DEPTH_LIMIT + 1);
}
