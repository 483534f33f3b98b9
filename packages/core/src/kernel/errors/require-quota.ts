import type { ErrorCode } from '../../protocol/error-codes.js';
import { type CountedQuota, QUOTAS } from '../services/quotas.js';
import { AppError } from './app-error.js';

/**
 * Throws the error of a quota that is reached. Count under a lock that whoever adds another one takes as well, so that two
 * at once do not both get the last place.
 */
export function requireQuota(name: CountedQuota, count: number, limit: number): void {
  const [code, sentence] = QUOTAS[name].error;
  if (count >= limit) throw new AppError(code, { message: sentence(limit) });
}

/** What the errors of limits say that are no quotas. */
const FIXED = {
  TOO_MANY_WAITING_DELIVERIES: (limit) => `At most ${limit} deliveries of a webhook wait.`,
  TOO_MANY_FAVORITES: (limit) => `A person has at most ${limit} favorites.`,
  TOO_MANY_REACTIONS: (limit) => `A message carries at most ${limit} different reactions.`,
  TOO_MANY_INTERACTIONS: (limit) => `A user asks bots at most ${limit} things in fifteen minutes.`,
  TOO_MANY_KEYS: (limit) => `This service has at most ${limit} API keys.`,
} as const satisfies Partial<Record<ErrorCode, (limit: number) => string>>;

/** The same for a limit that is no quota. */
export function requireFewer(code: keyof typeof FIXED, count: number, limit: number): void {
  if (count >= limit) throw new AppError(code, { message: FIXED[code](limit) });
}
