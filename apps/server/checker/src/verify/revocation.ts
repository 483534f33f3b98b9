import type { History } from '../history/history.js';
import { revokedByClock } from './revocation-by-clock.js';
import { revokedByLog } from './revocation-by-log.js';
import type { Violation } from './violation.js';

/**
 * A user who has lost access to a stream gets none of its events, live or replayed, until access is back. Judged by the
 * positions in the log, and by the checker's clock.
 */
export function verifyRevocation(history: History): Violation[] {
  return [...revokedByLog(history), ...revokedByClock(history)].map((detail) => ({
    property: 'nothing is delivered after revocation',
    detail,
  }));
}
