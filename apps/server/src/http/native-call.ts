import type { IncomingMessage } from 'node:http';
import { nativePath } from './native-path.js';
import { pathOf, queryOf } from './request-target.js';

/** A request to the native API: the procedures it calls, one or, in a batch, any number. */
export interface NativeCall {
  readonly procedures: readonly [string, ...string[]];
  readonly isBatch: boolean;
}

/**
 * The procedures that a request to `/trpc` calls, read as @trpc/server 11.25 reads them: the last segment of the path is
 * decoded and, where `batch` is `1`, split at its commas. Undefined for any other request.
 */
export function nativeCall(req: Pick<IncomingMessage, 'url'>): NativeCall | undefined {
  const path = nativePath(pathOf(req));
  if (path === undefined) return undefined;
  const query = queryOf(req);
  const isBatch = query !== '' && new URLSearchParams(query).get('batch') === '1';
  const [first = '', ...more] = isBatch ? decoded(path).split(',') : [decoded(path)];
  return { procedures: [first, ...more], isBatch };
}

/** A malformed escape stays as it is: tRPC answers it with 400 and calls nothing. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
