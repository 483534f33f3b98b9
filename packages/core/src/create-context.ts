import { authenticate } from './auth/sessions.js';
import type { Actor } from './kernel/services/actor.js';
import { sealUnder } from './kernel/services/seal.js';
import type { Context, Services } from './procedures/context.js';

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
  const { db, bus, clock, files, log, passwords, settings } = services;
  const { requestId, token, userAgent, idempotencyKey } = request;
  let actor: Promise<Actor | null> | undefined;
  // Named one by one, because copying an object of this size shows in a profile.
  return {
    db,
    bus,
    clock,
    files,
    log,
    passwords,
    settings,
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
