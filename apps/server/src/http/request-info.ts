import type { IncomingMessage } from 'node:http';
import type { RequestInfo } from '@palaver/core';
import { bearerToken } from './bearer.js';

/** Reads from the headers what a context is made from. */
export function requestInfoOf({ id, headers }: IncomingMessage): RequestInfo {
  const { authorization, 'user-agent': userAgent = null } = headers;
  const idempotencyKey = headers['idempotency-key'] ?? null;
  return {
    requestId: id,
    token: bearerToken(authorization),
    userAgent,
    // Repeated lines of a header are one list (RFC 9110, 5.3); Node joins those of this name.
    idempotencyKey: Array.isArray(idempotencyKey) ? idempotencyKey.join(', ') : idempotencyKey,
  };
}
