import type { IncomingMessage } from 'node:http';
import { AppError } from '@palaver/core';

/**
 * A path and query that every parser reads alike: no escapes, backslashes or empty segments, and no dots except between
 * two names.
 */
const PLAIN = /^(?:\/[\w,-]+(?:\.[\w,-]+)*)+\/?(?:\?[\w=&-]*)?$/;

/** The scheme and authority of an absolute-form target (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Discord's libraries put the version of its API before the path of a webhook. */
const VERSIONED_HOOK = /^\/api\/v\d{1,2}(?=\/webhooks\/)/;

/** The last valid `Host`; a service rarely has two. */
let knownHost = 'localhost';

/**
 * Brings the request target into one form (RFC 9112, 3.2: origin or absolute form; dots resolved), so that everything
 * behind reads the same path. Throws `MALFORMED_REQUEST` for a target or a `Host` that makes no URL: Node's `URL` and
 * `Request` would throw later, and the answer would be a 500. Throws it for several `Host` lines too (RFC 9112, 3.2), of which a proxy may
 * have read another one, and for a transfer coding that is not known here (RFC 9112, 6.1).
 */
export function normalizeTarget(req: IncomingMessage): void {
  if (hasSeveralHosts(req) || hasUnknownCoding(req)) throw new AppError('MALFORMED_REQUEST');
  const target = req.url ?? '';
  // HTTP/1.0 has no Host; since HTTP/1.1 it is required (RFC 9112, 3.2).
  const host = req.headers.host ?? (req.httpVersion === '1.0' ? 'localhost' : '');
  if (host === knownHost && PLAIN.test(target) && !VERSIONED_HOOK.test(target)) return;
  const url = targetUrl(target, host);
  if (url === null) throw new AppError('MALFORMED_REQUEST');
  knownHost = host;
  req.url = url.pathname.replace(VERSIONED_HOOK, '/api') + url.search;
}

/** Node keeps the first one. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

function hasUnknownCoding({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && coding.toLowerCase() !== 'chunked';
}

/** The path of a request target as it is, normalized or not: without scheme, authority, query and fragment. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const target = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** The query of a request target, normalized or not: without question mark and fragment. */
export function queryOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? '';
}

function targetUrl(target: string, host: string): URL | null {
  const text = target.startsWith('/') ? `http://${host}${target}` : target;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  // tRPC makes its URL from the Host, also where the target is absolute.
  const named = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  const plain =
    named?.username === '' && named.password === '' && named.pathname === '/' && named.search === '';
  return plain && url.username === '' && url.password === '' ? url : null;
}
