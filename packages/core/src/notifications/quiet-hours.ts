import type { Issue } from '../protocol/error-codes.js';
import type { PreferenceRow } from './record.js';

/**
 * Why quiet hours cannot be stored, or null when they can. Both ends are set together, and they differ: from one time
 * to the same could mean never or always, and always is what the level `nothing` is for.
 */
export function quietHoursIssue({
  quietStart,
  quietEnd,
}: Pick<PreferenceRow, 'quietStart' | 'quietEnd'>): Issue | null {
  if ((quietStart === null) !== (quietEnd === null)) {
    const path = quietStart === null ? 'quietStart' : 'quietEnd';
    return { path, message: 'quietStart and quietEnd are set, and cleared, together' };
  }
  if (quietStart === null || quietStart !== quietEnd) return null;
  return {
    path: 'quietEnd',
    message: 'must differ from quietStart; for no notifications set the level "nothing"',
  };
}
