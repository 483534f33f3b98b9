import { AppError } from '../kernel/errors/app-error.js';
import { userStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { NotificationPreference } from '../protocol/records/notification-preference.js';
import type { PreferenceScope } from './access.js';
import { merge, quietHoursIssue } from './merge.js';
import { findPreference, holdPreference, updatePreference } from './queries.js';
import { toPreference } from './record.js';
import type { PreferenceChanges } from './schemas.js';

/** The caller's preference for a server or a channel, and the place in their stream that it is true at. */
export async function getPreference(
  ctx: ActorContext,
  scope: PreferenceScope,
): Promise<NotificationPreference> {
  const { userId } = ctx.actor;
  const { preference, seq } = await findPreference(ctx.db, userId, scope);
  setStreamPositions(ctx, { [userId]: seq });
  return toPreference(scope, preference);
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
  const { userId } = ctx.actor;
  if (isEmpty(changes)) return toPreference(scope, (await findPreference(ctx.db, userId, scope)).preference);
  const now = ctx.clock.now();
  return transact(ctx, async (tx, emit) => {
    const merged = merge(await holdPreference(tx, userId, scope, now), changes);
    const issue = quietHoursIssue(merged);
    if (issue) throw new AppError('INVALID_INPUT', { issues: [issue] });
    const data = toPreference(scope, await updatePreference(tx, userId, scope, merged, now));
    await emit(userStream(userId), { type: 'preference.updated', data });
    return data;
  });
}

function isEmpty({ level, mutedUntil, quietStart, quietEnd, timezone }: PreferenceChanges): boolean {
  return [level, mutedUntil, quietStart, quietEnd, timezone].every((field) => field === undefined);
}
