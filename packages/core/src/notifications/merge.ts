import type { Issue } from '../protocol/error-codes.js';
import type { PreferenceRow } from './record.js';
import type { PreferenceChanges } from './schemas.js';

/** The fields of a preference that its user sets. */
export type Preference = Pick<PreferenceRow, 'level' | 'mutedUntil' | 'quietStart' | 'quietEnd' | 'timezone'>;

/** A preference after changes: what is not given stays as it is, null clears (product.md, "Preferences"). */
export function merge(stored: Preference, changes: PreferenceChanges): Preference {
  return {
    level: changed(stored.level, changes.level),
    mutedUntil: changed(stored.mutedUntil, changes.mutedUntil),
    quietStart: changed(stored.quietStart, changes.quietStart),
    quietEnd: changed(stored.quietEnd, changes.quietEnd),
    timezone: changed(stored.timezone, changes.timezone),
  };
}

/**
 * Why quiet hours cannot be stored, or null when they can. Both ends come together, and they differ: from one time
 * to the same could mean never or always, and always is what the level `nothing` is for.
 */
export function quietHoursIssue({ quietStart, quietEnd }: Preference): Issue | null {
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

function changed<T>(stored: T, change: T | undefined): T {
  return change === undefined ? stored : change;
}
