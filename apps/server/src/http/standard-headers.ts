import type { ServerResponse } from 'node:http';

/**
 * What every answer says to browsers, after OWASP's REST security cheat sheet: nothing in an answer may load, run or be
 * framed, and it is what its type says. Answers are for the caller alone and true only now; what may be kept says so
 * itself (RFC 9111, 5.2.2.5).
 */
const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * What pages and files say besides: a page tells nobody where its reader came from, and CORS, not CORP, decides who reads
 * an answer, since avatars are shown on other origins. JSON follows no links and is shown nowhere.
 */
const DOCUMENT_HEADERS = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
};

const FLAT = Object.entries(SECURITY_HEADERS).flat();

/** The headers of every answer, as `writeHead` takes them cheapest: name, value, name, value. */
export function standardHeaders({ req }: ServerResponse): string[] {
  return ['X-Request-Id', req.id, ...FLAT];
}

/** Sets the same on an answer whose head somebody else writes. */
export function setStandardHeaders(res: ServerResponse): void {
  res.setHeader('X-Request-Id', res.req.id);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
}

/** Sets what a page or a file says besides. */
export function setDocumentHeaders(res: ServerResponse): void {
  for (const [name, value] of Object.entries(DOCUMENT_HEADERS)) res.setHeader(name, value);
}
