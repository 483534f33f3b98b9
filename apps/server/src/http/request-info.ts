import type { IncomingMessage } from 'node:http';
import type { RequestInfo } from '@palaver/core';

/** RFC 6750, 2.1: `Bearer` in any case, and a token of this alphabet. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** What a context is made of, read from the headers. */
export function requestInfoOf({ id, headers }: IncomingMessage): RequestInfo {
  const { authorization = '', 'user-agent': userAgent = null } = headers;
  const idempotencyKey = headers['idempotency-key'] ?? null;
  return {
    requestId: id,
    token: BEARER.exec(authorization)?.[1] ?? null,
    userAgent,
    // Repeated lines of a header are one list (RFC 9110, 5.3); Node joins those of this name.
    idempotencyKey: Array.isArray(idempotencyKey) ? idempotencyKey.join(', ') : idempotencyKey,
  };
}
