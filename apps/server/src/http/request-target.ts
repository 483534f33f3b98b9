import type { IncomingMessage } from 'node:http';
import { AppError } from '@palaver/core';

/**
 * A path and query of which nobody could make another: no escapes, backslashes or empty segments, and no dots but those
 * between two names.
 */
const PLAIN = /^(?:\/[\w,-]+(?:\.[\w,-]+)*)+\/?(?:\?[\w=&-]*)?$/;

/** The last `Host` that was found to be one: hardly a service has two. */
let knownHost = 'localhost';

/**
 * Brings the request target into one form (RFC 9112, 3.2: origin or absolute form; dots resolved), so that no two
 * readers behind take one request for two paths. Throws `MALFORMED_REQUEST` for a target or a `Host` that make no URL:
 * Node's `URL` and `Request` would throw on them further in, where it looks like a fault of ours.
 */
export function normalizeTarget(req: IncomingMessage): void {
  const target = req.url ?? '';
  // HTTP/1.0 knows no Host; since HTTP/1.1 a request has one (RFC 9112, 3.2).
  const host = req.headers.host ?? (req.httpVersion === '1.0' ? 'localhost' : '');
  if (host === knownHost && PLAIN.test(target)) return;
  const url = targetUrl(target, host);
  if (url === null) throw new AppError('MALFORMED_REQUEST');
  knownHost = host;
  req.url = url.pathname + url.search;
}

/** The path of a normalized target. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** The query of a normalized target, without its question mark. */
export function queryOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query === -1 ? '' : url.slice(query + 1);
}

function targetUrl(target: string, host: string): URL | null {
  const text = target.startsWith('/') ? `http://${host}${target}` : target;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  // The host itself is what tRPC makes its URL of, also where the target is absolute.
  const named = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  const plain =
    named?.username === '' && named.password === '' && named.pathname === '/' && named.search === '';
  return plain && url.username === '' && url.password === '' ? url : null;
}
