import type { ServerResponse } from 'node:http';

/**
 * The headers of every answer, after OWASP's REST security cheat sheet: nothing in an answer may load, run or be framed,
 * and browsers must not guess its type. No answer is cached unless its handler says so (RFC 9111, 5.2.2.5).
 */
const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * The further headers of pages and files: a page sends no referrer, and CORS instead of CORP decides who may read an
 * answer, because avatars are shown on other origins. JSON needs neither, since browsers do not render it.
 */
const DOCUMENT_HEADERS = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
};

const FLAT = Object.entries(SECURITY_HEADERS).flat();

/** The headers of every answer in the form that costs `writeHead` least: name, value, name, value. */
export function standardHeaders({ req }: ServerResponse): string[] {
  return ['X-Request-Id', req.id, ...FLAT];
}

/** Sets the same headers on an answer whose head a library writes. */
export function setStandardHeaders(res: ServerResponse): void {
  res.setHeader('X-Request-Id', res.req.id);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
}

/** Sets the further headers of a page or a file. */
export function setDocumentHeaders(res: ServerResponse): void {
  for (const [name, value] of Object.entries(DOCUMENT_HEADERS)) res.setHeader(name, value);
}
