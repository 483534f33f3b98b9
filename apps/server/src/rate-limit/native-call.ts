import { nativePath } from '../http/native-path.js';
import { queryOf } from './request-target.js';

/** A request to the native face: the procedures it calls, one or, in a batch, any number. */
export interface NativeCall {
  readonly procedures: readonly [string, ...string[]];
  readonly batch: boolean;
}

/**
 * The procedures a request to `/trpc` calls, read as @trpc/server 11.25's Express adapter does: the last
 * segment of the path is decoded and, where `batch` is `1`, then split at its commas. `undefined` for what
 * is not under `/trpc`.
 */
export function nativeCall(target: string, pathname: string): NativeCall | undefined {
  const path = nativePath(pathname);
  if (path === undefined) return undefined;
  const called = decoded(path);
  const batch = target.includes('?') && queryOf(target).get('batch') === '1';
  const [first = '', ...others] = batch ? called.split(',') : [called];
  return { procedures: [first, ...others], batch };
}

/** Malformed escapes are left as they are: tRPC answers 400 to them and calls nothing. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
