import type { Actor } from './kernel/services/actor.js';
import { sealUnder } from './kernel/services/seal.js';
import type { Context } from './procedures/context.js';
import type { Services } from './procedures/services.js';

/** What an API knows about one request. */
export interface RequestInfo {
  readonly requestId: string;
  /** The bearer token, unchecked. */
  readonly token: string | null;
  readonly userAgent: string | null;
  /** The client's IPv4 address, or the /64 of its IPv6 address; absent when unknown. */
  readonly network?: string | undefined;
  readonly idempotencyKey: string | null;
  /** The name of the operator, only for a request through the operator's own socket. */
  readonly operator?: string | undefined;
  /** Whether the client has gone; without it, a client is always there. */
  readonly isAbandoned?: () => boolean;
}

/** Makes the context of one request. The token is looked up when a procedure first asks, and once. */
export function createContext(services: Services, request: RequestInfo): Context {
  const {
    db,
    bus,
    clock,
    files,
    log,
    passwords,
    settings,
    setupCode,
    hooks,
    posts,
    uploads,
    background,
    signInLimits,
    findActor,
    connectFeed,
  } = services;
  const { requestId, token, userAgent, network = null, idempotencyKey } = request;
  const { isAbandoned = () => false, operator = null } = request;
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
    setupCode,
    hooks,
    posts,
    signInLimits,
    uploads,
    background,
    findActor,
    connectFeed,
    requestId,
    userAgent,
    network,
    idempotencyKey,
    idempotency: null,
    isAbandoned,
    operator,
    seal: token === null ? null : sealUnder(token),
    replyHeaders: new Map(),
    authenticate: () => {
      actor ??= token === null ? Promise.resolve(null) : findActor(token);
      return actor;
    },
  };
}
