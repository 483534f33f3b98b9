import { AppError } from '@palaver/core';
import type { RequestHandler } from 'express';

/**
 * Brings the request target into one form (RFC 9112, 3.2: origin or absolute form; dots resolved), so that no two
 * readers behind take one request for two paths. Answers 400 for a target or a `Host` that make no URL: Node's
 * `URL` and `Request` would throw on them further in, where it looks like a fault of ours.
 */
export const normalizeTarget: RequestHandler = (req, _res, next) => {
  // HTTP/1.0 knows no Host; since HTTP/1.1 a request has one (RFC 9112, 3.2).
  const host = req.headers.host ?? (req.httpVersion === '1.0' ? 'localhost' : '');
  const url = targetUrl(req.url, host);
  if (url === null) throw new AppError('MALFORMED_REQUEST');
  req.url = url.pathname + url.search;
  next();
};

/** Whether a target is a path, or at least a URL. */
export function isReadable(target: string | undefined): boolean {
  return target !== undefined && (target.startsWith('/') || URL.canParse(target));
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
