import type { BannedInterval, History } from '../history/history.js';
import type { Operation } from '../history/operation.js';
import type { Violation } from './violation.js';

/** Whoever is banned is let in by no invite from the acknowledgement of the ban until somebody asks for its end. */
export function verifyBans({ bannedIntervals, operations }: History): Violation[] {
  const joins = operations.filter(({ kind }) => kind === 'accept-invite');
  return bannedIntervals.flatMap((interval) =>
    joins.filter(({ userId }) => userId === interval.userId).flatMap((join) => admissions(join, interval)),
  );
}

function admissions({ userId, attempts }: Operation, { from, until }: BannedInterval): Violation[] {
  return attempts.flatMap(({ invokedAt, completedAt, outcome }): Violation[] => {
    if (outcome.kind !== 'ok' || invokedAt <= from || completedAt >= until) return [];
    const lateMs = Math.round(invokedAt - from);
    return [{ property: 'nobody comes in who is banned', detail: `${userId}, ${lateMs} ms after the ban` }];
  });
}
