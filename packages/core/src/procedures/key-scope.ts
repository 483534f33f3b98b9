import { AppError } from '../kernel/errors/app-error.js';
import type { Actor, ApiKeyInUse } from '../kernel/services/actor.js';
import type { Scope } from '../protocol/scopes.js';

/** A valid API key, and for whom it acts in this request: the header `Palaver-User`. */
export interface KeyCaller {
  readonly key: ApiKeyInUse;
  /** Null without the header. */
  readonly person: Actor | null;
}

/** Throws `KEY_NOT_ALLOWED` for what no key may do, and `SCOPE_REQUIRED`. */
export function requireScope({ scopes }: ApiKeyInUse, scope: Scope | null): void {
  if (scope === null) throw new AppError('KEY_NOT_ALLOWED');
  if (scopes.includes(scope)) return;
  throw new AppError('SCOPE_REQUIRED', { message: `This API key lacks the scope "${scope}".` });
}

/** Throws `SCOPE_REQUIRED` where the token of a bot has scopes, and not this one; null is for what none of them gives. */
export function requireScopeOfToken({ scopes }: Pick<Actor, 'scopes'>, scope: Scope | null): void {
  if (scopes === undefined || (scope !== null && scopes.includes(scope))) return;
  const message =
    scope === null ? 'A token with scopes may not do this.' : `This token lacks the scope "${scope}".`;
  throw new AppError('SCOPE_REQUIRED', { message });
}

/** The person for whom a key acts in an operation. Throws what `requireScope` does, and `ACTING_USER_REQUIRED`. */
export function actorOfKey({ key, person }: KeyCaller, scope: Scope | null): Actor {
  requireScope(key, scope);
  if (person === null) throw new AppError('ACTING_USER_REQUIRED');
  return person;
}
