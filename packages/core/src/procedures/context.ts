import type { Queryable } from '@palaver/db';
import type { Actor, ApiKeyInUse } from '../kernel/services/actor.js';
import type { Seal } from '../kernel/services/seal.js';
import type { Idempotency } from '../log/idempotency.js';
import type { Scope } from '../protocol/scopes.js';
import type { KeyCaller } from './key-scope.js';
import type { Services } from './services.js';

/** One request. The transport makes it; no procedure knows which API it came through. */
export interface Context extends Services {
  readonly requestId: string;
  readonly userAgent: string | null;
  /** The `Cookie` header, with which a browser comes back from a provider. It signs nobody in. */
  readonly cookies: string | null;
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
  /**
   * The actor of the request's token; null without a token or with a bad one. `scope` is what an API key needs, and the token
   * of a bot that has scopes; null for what none gives. Throws what `actorOfKey` and `requireScopeOfToken` do.
   */
  authenticate(scope: Scope | null): Promise<Actor | null>;
  /** The API key of the request, and null within for one that is not valid; null where the token is none of a key. */
  findKey(): Promise<KeyCaller | null> | null;
}

/** The context of a procedure that only runs for a signed-in actor. */
export interface ActorContext extends Context {
  readonly actor: Actor;
}

/**
 * The context of a signed-in actor. Each field by its name: a copy of an object of this size by `Object.assign` or a spread
 * is slow enough to show in a profile of posts.
 */
export function actorContext(ctx: Context, actor: Actor, idempotency: Idempotency | null): ActorContext {
  return {
    db: ctx.db,
    bus: ctx.bus,
    clock: ctx.clock,
    files: ctx.files,
    log: ctx.log,
    passwords: ctx.passwords,
    settings: ctx.settings,
    secrets: ctx.secrets,
    setupCode: ctx.setupCode,
    beforeSend: ctx.beforeSend,
    hooks: ctx.hooks,
    posts: ctx.posts,
    signInLimits: ctx.signInLimits,
    signInProviders: ctx.signInProviders,
    uploads: ctx.uploads,
    background: ctx.background,
    outbox: ctx.outbox,
    webhooks: ctx.webhooks,
    imports: ctx.imports,
    receipts: ctx.receipts,
    channelTails: ctx.channelTails,
    searchIndex: ctx.searchIndex,
    findActor: ctx.findActor,
    findKeyCaller: ctx.findKeyCaller,
    issuedTokens: ctx.issuedTokens,
    connectFeed: ctx.connectFeed,
    requestId: ctx.requestId,
    userAgent: ctx.userAgent,
    cookies: ctx.cookies,
    network: ctx.network,
    idempotencyKey: ctx.idempotencyKey,
    idempotency,
    isAbandoned: ctx.isAbandoned,
    operator: ctx.operator,
    seal: ctx.seal,
    replyHeaders: ctx.replyHeaders,
    authenticate: ctx.authenticate,
    findKey: ctx.findKey,
    actor,
  };
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

/** The part of a request that an access function needs; a test or a socket can provide it as well. */
export type ReadContext = Pick<ActorContext, 'actor'> & { readonly db: Queryable };

/** What a function needs to call a hook. */
export type HookContext = Pick<Context, 'hooks'>;
