import { invalidField } from './app-error.js';

/** How far ahead something can be planned. */
const DAYS_MAX = 365;
const DAY_MS = 24 * 3600 * 1000;

/** Throws `INVALID_INPUT` for an instant for which nothing can be planned. `now` is the database's clock. */
export function requireAhead(field: string, at: Date, now: Date): void {
  if (at <= now) throw invalidField(field, 'must be in the future');
  if (at.getTime() - now.getTime() > DAYS_MAX * DAY_MS)
    throw invalidField(field, `must be at most ${DAYS_MAX} days ahead`);
}
