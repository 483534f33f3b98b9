import type { Queryable } from '@palaver/db';
import type { Actor } from '../kernel/services/actor.js';
import type { Seal } from '../kernel/services/seal.js';
import type { Idempotency } from '../log/idempotency.js';
import type { Services } from './services.js';

/** One request. The transport makes it; no procedure knows which API it came through. */
export interface Context extends Services {
  readonly requestId: string;
  readonly userAgent: string | null;
  /** The client's IPv4 address, or the /64 of its IPv6 address; null when unknown. */
  readonly network: string | null;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | null;
  /** Set by the middleware of retry-safe procedures. */
  readonly idempotency: Idempotency | null;
  /** Whether the client has gone. What has not begun by then does not begin: its retry may have been answered already. */
  isAbandoned(): boolean;
  /** For answers that only this request's token may read again; null without a token. */
  readonly seal: Seal | null;
  /** The name of the operator, for a request through the operator's own socket; null for all others. */
  readonly operator: string | null;
  /** Headers of the answer, on every API that has headers. */
  readonly replyHeaders: Map<string, string>;
  /** The actor of the request's token; null without a token or with a bad one. */
  authenticate(): Promise<Actor | null>;
}

/** The context of a procedure that only runs for a signed-in actor. */
export interface ActorContext extends Context {
  readonly actor: Actor;
}

/** Who administers this instance: a person, or the operator of its machine, who has no account (`userId` null). */
export interface Admin {
  readonly userId: string | null;
  readonly name: string;
}

/** The context of a procedure that only runs for an admin of this instance. */
export interface AdminContext extends Context {
  readonly admin: Admin;
  /** Undefined for the operator. */
  readonly actor: Actor | undefined;
}

/** The part of a request that an access function needs; a test or a socket can provide it as well. */
export type ReadContext = Pick<ActorContext, 'actor'> & { readonly db: Queryable };

/** What a function needs to call a hook. */
export type HookContext = Pick<Context, 'hooks'>;
