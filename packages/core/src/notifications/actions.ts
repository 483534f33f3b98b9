import type { ActorContext } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import type { PreferenceScope } from './access.js';
import { merge, quietHoursIssue } from './merge.js';
import { findPreference, holdPreference, updatePreference } from './queries.js';
import { toPreference } from './record.js';
import type { NotificationPreference, PreferenceChanges } from './schemas.js';

/** The caller's preference for a server or a channel. */
export async function getPreference(
  ctx: ActorContext,
  scope: PreferenceScope,
): Promise<NotificationPreference> {
  return toPreference(scope, await findPreference(ctx.db, ctx.actor.userId, scope));
}

/**
 * Changes the caller's preference for a server or a channel: what is not given stays, null clears. Without any
 * field nothing is written. Throws `INVALID_INPUT` when only one end of the quiet hours would be left, or both equal.
 */
export async function setPreference(
  ctx: ActorContext,
  scope: PreferenceScope,
  changes: PreferenceChanges,
): Promise<NotificationPreference> {
  if (isEmpty(changes)) return getPreference(ctx, scope);
  const { userId } = ctx.actor;
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const merged = merge(await holdPreference(tx, userId, scope, now), changes);
    const issue = quietHoursIssue(merged);
    if (issue) throw new AppError('INVALID_INPUT', { issues: [issue] });
    return toPreference(scope, await updatePreference(tx, userId, scope, merged, now));
  });
}

function isEmpty({ level, mutedUntil, quietStart, quietEnd, timezone }: PreferenceChanges): boolean {
  return [level, mutedUntil, quietStart, quietEnd, timezone].every((field) => field === undefined);
}
