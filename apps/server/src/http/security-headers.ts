/**
 * What every answer says to browsers, after OWASP's REST security cheat sheet: nothing in an answer may load, run or be
 * framed, and it is what its type says. CORS, not CORP, decides who reads an answer, and avatars are shown on other
 * origins. Answers are for the caller alone and true only now; what may be kept says so itself (RFC 9111, 5.2.2.5).
 */
export const SECURITY_HEADERS: ReadonlyArray<readonly [name: string, value: string]> = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
];
