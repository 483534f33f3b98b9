import type { IncomingMessage } from 'node:http';
import { AppError } from '@palaver/core';
import { DEPTH_LIMIT, hasBody, isJson, readJsonText, refuseDeepJson } from '../http/json-text.js';
import { queryOf } from '../http/request-target.js';

/** The JSON of a native call as it came, or what is wrong with it. */
export interface NativeJson {
  /** The text of the body; undefined where there is none. */
  readonly json?: string;
  readonly error?: unknown;
}

/** Reads the JSON of a call, in its body or in `?input=`, and refuses what is too large, too deep or no JSON at all. */
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
