import type { RequestInfo } from '@palaver/core';
import type { Request } from 'express';

/** RFC 6750, 2.1: `Bearer` in any case, and a token of this alphabet. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** What a context is made of, read from the headers. */
export function requestInfoOf(req: Request): RequestInfo {
  return {
    requestId: String(req.id),
    token: BEARER.exec(req.get('Authorization') ?? '')?.[1] ?? null,
    userAgent: req.get('User-Agent') ?? null,
    idempotencyKey: req.get('Idempotency-Key') ?? null,
  };
}
