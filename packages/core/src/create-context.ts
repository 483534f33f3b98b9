import { isApiKey } from './auth/tokens.js';
import type { Actor } from './kernel/services/actor.js';
import { sealUnder } from './kernel/services/seal.js';
import type { Context, IncomingRequest } from './procedures/context.js';
import { actorOfKey, type KeyCaller, requireScopeOfToken } from './procedures/key-scope.js';
import type { Services } from './procedures/services.js';
import type { Scope } from './protocol/scopes.js';

/** What an API knows about one request. */
export interface RequestInfo {
  readonly requestId: string;
  /** The bearer token, unchecked. */
  readonly token: string | null;
  readonly userAgent: string | null;
  /** The `Cookie` header. */
  readonly cookies?: string | null;
  /** The client's IPv4 address, or the /64 of its IPv6 address; absent when unknown. */
  readonly network?: string | undefined;
  readonly idempotencyKey: string | null;
  /** The header `Palaver-User`: for whom an API key acts. */
  readonly actingFor?: string | null;
  /** The name of the operator, only for a request through the operator's own socket. */
  readonly operator?: string | undefined;
  /** Whether the client has gone; without it, a client is always there. */
  readonly isAbandoned?: () => boolean;
}

/** Makes the context of one request. The token is looked up when a procedure first asks, and once. */
export function createContext(services: Services, info: RequestInfo): Context {
  const { requestId, token, userAgent, cookies = null, network = null, idempotencyKey } = info;
  const { isAbandoned = () => false, operator = null, actingFor = null } = info;
  const keyToken = token !== null && isApiKey(token) ? token : null;
  let actor: Promise<Actor | null> | undefined;
  let caller: Promise<KeyCaller | null> | undefined;
  const findKey = () => {
    if (keyToken === null) return null;
    caller ??= services.findKeyCaller(keyToken, actingFor);
    return caller;
  };
  const request: IncomingRequest = {
    requestId,
    userAgent,
    cookies,
    network,
    idempotencyKey,
    isAbandoned,
    seal: token === null ? null : sealUnder(token),
    operator,
    replyHeaders: new Map(),
    findKey,
    authenticate: (scope) => {
      if (keyToken !== null) return orNoKey(findKey(), scope);
      actor ??= token === null ? Promise.resolve(null) : services.findActor(token, network);
      return withScope(actor, scope);
    },
  };
  return { services, request, idempotency: null };
}

/** The calls of a batch may need different scopes, so each asks for its own. */
async function orNoKey(asked: Promise<KeyCaller | null> | null, scope: Scope | null): Promise<Actor | null> {
  const caller = await asked;
  return caller && actorOfKey(caller, scope);
}

/** The calls of a batch share the actor, and each needs its own scope. */
async function withScope(asked: Promise<Actor | null>, scope: Scope | null): Promise<Actor | null> {
  const actor = await asked;
  if (actor?.scopes !== undefined) requireScopeOfToken(actor, scope);
  return actor;
}

/**
 * The actor of a token that opens a connection, for which a key or a bot needs `scope`; null for a token that is not valid.
 * Throws `ACTING_USER_NOT_FOUND` and what `actorOfKey` and `requireScopeOfToken` do.
 */
export async function findActorOf(
  services: Pick<Services, 'findActor' | 'findKeyCaller'>,
  { token, actingFor }: { readonly token: string; readonly actingFor: string | null },
  scope: Scope,
): Promise<Actor | null> {
  return isApiKey(token)
    ? orNoKey(services.findKeyCaller(token, actingFor), scope)
    : withScope(services.findActor(token), scope);
}
