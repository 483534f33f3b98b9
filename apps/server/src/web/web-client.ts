import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import type { Middleware } from '../http/middleware.js';
import { pathOf } from '../http/request-target.js';
import { setStandardHeaders } from '../http/standard-headers.js';

/** What the bootstrap has built (.ci/prepare.mjs): `apps/web/dist`. */
const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Paths of the service, which are never pages of the web client. */
const OF_THE_SERVICE = /^\/((api|trpc)(\/|$)|(health|ready|metrics)$)/;

/**
 * The policy of the pages: scripts, styles and connections of the service alone, and no inline script. Pictures are also
 * shown from memory, since files are fetched with the session's token. Style attributes that scripts set are no inline
 * styles (CSP 3, 8.1).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  // PDF files, which the browser's own viewer shows.
  'frame-src blob:',
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

const HASHED = /^\/assets\//;

/**
 * Serves the built web client: its files by their names, and its page for every other path that a browser opens. Passes
 * on what is the service's, and what asks for no page. Null where it is not built.
 */
export function openWebClient(folder = BUILT): Middleware | null {
  if (!existsSync(folder)) return null;
  const options = { etag: true, gzip: true, brotli: true, setHeaders };
  // It looks at every file, so not before one is asked for.
  let served: Readonly<Record<'files' | 'pages', Middleware>> | null = null;
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead || OF_THE_SERVICE.test(pathOf(req))) return next();
    // sirv does not listen to a file that cannot be opened any more (replaced, or too many are open): it would end the process.
    res.once('pipe', (file) => file.once('error', () => res.destroy()));
    const asksForPage = req.headers.accept?.includes('text/html') ?? false;
    served ??= { files: sirv(folder, options), pages: sirv(folder, { ...options, single: true }) };
    served[asksForPage ? 'pages' : 'files'](req, res, next);
  };
}

/** A file with a hash in its name never changes; the page says which files are current. */
function setHeaders(res: ServerResponse, path: string): void {
  setStandardHeaders(res);
  res.setHeader('Cache-Control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  res.setHeader('Referrer-Policy', 'no-referrer');
}
