import type { Actor } from '../services/actor.js';
import { AppError } from './app-error.js';

/** What another system calls a thing is set by an API key alone, `null` included. Throws `API_KEY_REQUIRED`. */
export function requireKeyFor(
  { key }: Pick<Actor, 'key'>,
  { externalId }: { readonly externalId?: string | null | undefined },
): void {
  if (externalId !== undefined && key === undefined) throw new AppError('API_KEY_REQUIRED');
}
