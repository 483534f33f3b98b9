import type { Queryable } from '@palaver/db';
import { type FactorCounts, findFactors } from './queries.js';

export type { FactorCounts } from './queries.js';

/** What an account has set up, for who signs in to it; null for an account without a second factor. */
export async function factorsOf(q: Queryable, userId: string): Promise<FactorCounts | null> {
  const factors = await findFactors(q, userId);
  return factors.totpSince === null && factors.passkeys === 0 ? null : factors;
}
