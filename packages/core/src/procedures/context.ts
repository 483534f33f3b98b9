import type { Queryable } from '@palaver/db';
import type { Actor, ApiKeyInUse } from '../kernel/services/actor.js';
import type { Seal } from '../kernel/services/seal.js';
import type { Idempotency } from '../log/idempotency.js';
import type { Scope } from '../protocol/scopes.js';
import type { KeyCaller } from './key-scope.js';
import type { Services } from './services.js';

/** What is known of one request. The transport makes it; no procedure knows which API it came through. */
export interface IncomingRequest {
  readonly requestId: string;
  readonly userAgent: string | null;
  /** The `Cookie` header, with which a browser comes back from a provider. It signs nobody in. */
  readonly cookies: string | null;
  /** The client's IPv4 address, or the /64 of its IPv6 address; null when unknown. */
  readonly network: string | null;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | null;
  /** Whether the client has gone. What has not begun by then does not begin: its retry may have been answered already. */
  isAbandoned(): boolean;
  /** For answers that only this request's token may read again; null without a token. */
  readonly seal: Seal | null;
  /** The name of the operator, for a request through the operator's own socket; null for all others. */
  readonly operator: string | null;
  /** Headers of the answer, on every API that has headers. */
  readonly replyHeaders: Map<string, string>;
  /**
   * The actor of the request's token; null without a token or with a bad one. `scope` is what an API key needs, and the token
   * of a bot that has scopes; null for what none gives. Throws what `actorOfKey` and `requireScopeOfToken` do.
   */
  authenticate(scope: Scope | null): Promise<Actor | null>;
  /** The API key of the request, and null within for one that is not valid; null where the token is not that of a key. */
  findKey(): Promise<KeyCaller | null> | null;
}

/** What a procedure runs with. The services are the process's own object, and the calls of a batch share the request. */
export interface Context {
  readonly services: Services;
  readonly request: IncomingRequest;
  /** Set by the middleware of retry-safe procedures, for this call alone. */
  readonly idempotency: Idempotency | null;
}

/** The context of a procedure that only runs for a signed-in actor. */
export interface ActorContext extends Context {
  readonly actor: Actor;
}

/**
 * Who administers this instance: a person, the operator of its machine or an API key, which have no account (`userId`
 * null).
 */
export interface Admin {
  readonly userId: string | null;
  readonly name: string;
  readonly key?: ApiKeyInUse | undefined;
}

/** The context of a procedure that only runs for an admin of this instance. */
export interface AdminContext extends Context {
  readonly admin: Admin;
  /** Undefined for the operator and for an API key. */
  readonly actor: Actor | undefined;
}

/** A context of which a function uses these services. What needs nothing but services takes `Pick<Services, …>` instead. */
export interface Using<Name extends keyof Services> {
  readonly services: Pick<Services, Name>;
}

/** A context of which a function needs to know this of the request. */
export interface Knowing<Name extends keyof IncomingRequest> {
  readonly request: Pick<IncomingRequest, Name>;
}

/** The part of a context that an access function needs; a test or a socket can provide it as well. */
export interface ReadContext extends Pick<ActorContext, 'actor'> {
  readonly services: { readonly db: Queryable };
}

/** The context of a read that belongs to a transaction. */
export function within(tx: Queryable, { actor }: Pick<ActorContext, 'actor'>): ReadContext {
  return { services: { db: tx }, actor };
}

/** What a function needs to make an upward call. */
export type UpwardServices = Pick<Services, 'upward'>;
