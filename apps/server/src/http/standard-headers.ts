import type { ServerResponse } from 'node:http';

/**
 * What every answer says to browsers, after OWASP's REST security cheat sheet: nothing in an answer may load, run or be
 * framed, and it is what its type says. CORS, not CORP, decides who reads an answer, and avatars are shown on other
 * origins. Answers are for the caller alone and true only now; what may be kept says so itself (RFC 9111, 5.2.2.5).
 */
const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

const FLAT = Object.entries(SECURITY_HEADERS).flat();

/** The headers of every answer, as `writeHead` takes them cheapest: name, value, name, value. */
export function standardHeaders({ req }: ServerResponse): string[] {
  return ['X-Request-Id', req.id, ...FLAT];
}

/** The same for an answer whose head somebody else writes. */
export function setStandardHeaders(res: ServerResponse): void {
  res.setHeader('X-Request-Id', res.req.id);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
}
