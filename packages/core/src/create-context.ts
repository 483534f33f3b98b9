import { authenticate } from './auth/sessions.js';
import type { Actor } from './kernel/actor.js';
import type { Context, Services } from './kernel/context.js';
import { sealUnder } from './kernel/seal.js';

/** What a face knows about one request. */
export interface RequestInfo {
  readonly requestId: string;
  /** The bearer token, unchecked. */
  readonly token: string | null;
  readonly userAgent: string | null;
  readonly idempotencyKey: string | null;
}

/** Makes the context of one request. The token is looked up when a procedure first asks, and once. */
export function createContext(services: Services, request: RequestInfo): Context {
  const { requestId, token, userAgent, idempotencyKey } = request;
  let actor: Promise<Actor | null> | undefined;
  return {
    ...services,
    requestId,
    userAgent,
    idempotencyKey,
    idempotency: null,
    seal: token === null ? null : sealUnder(token),
    replyHeaders: new Map(),
    authenticate: () => {
      actor ??= token === null ? Promise.resolve(null) : authenticate(services, token);
      return actor;
    },
  };
}
