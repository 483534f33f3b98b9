import { invalidField } from '../kernel/errors/app-error.js';

/** How far ahead a message can be scheduled. */
const DAYS_MAX = 365;
const DAY_MS = 24 * 3600 * 1000;

/** Throws `INVALID_INPUT` for an instant at which nothing can be scheduled. `now` is the database's clock. */
export function requireSendAt(sendAt: Date, now: Date): void {
  if (sendAt <= now) throw invalidField('sendAt', 'must be in the future');
  if (sendAt.getTime() - now.getTime() > DAYS_MAX * DAY_MS)
    throw invalidField('sendAt', `must be at most ${DAYS_MAX} days ahead`);
}
