import type { IncomingMessage } from 'node:http';
import type { RequestInfo } from '@palaver/core';
import { bearerToken } from './bearer.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** The network of the client, set by the rate limiter, which alone knows the trusted proxies. */
    network?: string;
    /** The name of the operator, set where the operator's own socket is served. */
    operator?: string;
  }
}

/** Reads from the headers what a context is made from. */
export function requestInfoOf({ id, headers, network, operator, socket }: IncomingMessage): RequestInfo {
  const { authorization, 'user-agent': userAgent = null, cookie = null } = headers;
  const idempotencyKey = headers['idempotency-key'] ?? null;
  return {
    requestId: id,
    token: bearerToken(authorization),
    userAgent,
    cookies: cookie,
    network,
    operator,
    actingFor: actingFor(headers),
    isAbandoned: () => socket.destroyed,
    // Repeated lines of a header are one list (RFC 9110, 5.3); Node joins those of this name.
    idempotencyKey: Array.isArray(idempotencyKey) ? idempotencyKey.join(', ') : idempotencyKey,
  };
}

/** The person for whom an API key acts; null without the header. One that is sent twice names nobody. */
export function actingFor({ 'palaver-user': header }: IncomingMessage['headers']): string | null {
  return Array.isArray(header) ? header.join(', ') : (header ?? null);
}
