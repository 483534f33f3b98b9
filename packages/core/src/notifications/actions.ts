import { AppError } from '../kernel/errors/app-error.js';
import { givenOf, isEmpty } from '../kernel/schema/changes.js';
import { userStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import { type ActorContext, type ReadContext, within } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { NotificationPreference } from '../protocol/records/notification-preference.js';
import type { PreferenceScope } from './access.js';
import { findPreference, lockPreference, updatePreference } from './queries.js';
import { quietHoursIssue } from './quiet-hours.js';
import { toPreference } from './record.js';
import type { PreferenceChanges } from './schemas.js';

/** The caller's preference for a server or a channel, and the position in their own stream when it was read. */
export async function getPreference(
  ctx: ActorContext,
  scope: PreferenceScope,
): Promise<NotificationPreference> {
  const { userId } = ctx.actor;
  const { preference, seq } = await findPreference(ctx.services.db, userId, scope);
  setStreamPositions(ctx.request, { [userId]: seq });
  return toPreference(scope, preference);
}

/**
 * Changes the caller's preference for a server or a channel (docs/reference.md, Notification preferences). Without any
 * field nothing is written. Throws what `accessScope` throws, and `INVALID_INPUT` when only one end of the quiet hours
 * would be left, or both equal.
 */
export async function setPreference(
  ctx: ActorContext,
  accessScope: (ctx: ReadContext) => Promise<PreferenceScope>,
  input: PreferenceChanges,
): Promise<NotificationPreference> {
  const { userId } = ctx.actor;
  const changes = givenOf(input);
  const now = ctx.services.clock.now();
  return transact(ctx, async (tx, emit) => {
    const scope = await accessScope(within(tx, ctx));
    if (isEmpty(changes)) return toPreference(scope, (await findPreference(tx, userId, scope)).preference);
    const stored = await lockPreference(tx, userId, scope, now);
    const issue = quietHoursIssue({ ...stored, ...changes });
    if (issue) throw new AppError('INVALID_INPUT', { issues: [issue] });
    const data = toPreference(scope, await updatePreference(tx, userId, scope, changes, now));
    await emit(userStream(userId), { type: 'preference.updated', data });
    return data;
  });
}
