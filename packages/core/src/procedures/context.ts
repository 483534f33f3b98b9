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
  /** Headers of the answer, on every API that has headers. */
  readonly replyHeaders: Map<string, string>;
  /** The actor of the request's token; null without a token or with a bad one. */
  authenticate(): Promise<Actor | null>;
}

/** The context of a procedure that only runs for a signed-in actor. */
export interface ActorContext extends Context {
  readonly actor: Actor;
}

/** The part of a request that an access function needs; a test or a socket can provide it as well. */
export type ReadContext = Pick<ActorContext, 'actor'> & { readonly db: Queryable };

/** What a function needs to call a hook. */
export type HookContext = Pick<Context, 'hooks'>;
