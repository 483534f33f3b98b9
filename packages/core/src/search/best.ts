import type { Found } from './find.js';

/** This many of the newest messages that were found are compared with each other. */
export const BEST_OF = 400;

/**
 * A page of what was found, the best first and of equals the newest; null where the cursor is not among them.
 */
export function pageOfBest(
  found: readonly Found[],
  before: string | undefined,
  limit: number,
): string[] | null {
  const ids = [...found].sort(([a, one], [b, other]) => other - one || (a < b ? 1 : -1)).map(([id]) => id);
  if (before === undefined) return ids.slice(0, limit);
  const at = ids.indexOf(before);
  return at === -1 ? null : ids.slice(at + 1, at + 1 + limit);
}
