/** RFC 6750, 2.1: `Bearer` in any case, and a token of this alphabet. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** The token of an `Authorization` header; null without the header, for another scheme and for a malformed token. */
export function bearerToken(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null;
}
