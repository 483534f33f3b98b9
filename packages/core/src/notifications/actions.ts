import type { Queryable } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { givenOf, isEmpty } from '../kernel/schema/changes.js';
import { userStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import { type ActorContext, type ReadContext, within } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { NotificationPreference } from '../protocol/records/notification-preference.js';
import type { PreferenceScope } from './access.js';
import { findKeywords, replaceKeywords } from './keyword-queries.js';
import { keywordsIssue } from './keywords.js';
import { findPreference, lockPreference, updatePreference } from './queries.js';
import { quietDaysIssue, quietHoursIssue } from './quiet-hours.js';
import { isAccount, type Scope, toPreference } from './record.js';
import type { AccountPreferenceChanges } from './schemas.js';

/** The caller's preference for a server, a channel or the account, and the position in their own stream when it was read. */
export async function getPreference(
  ctx: ActorContext,
  scope: PreferenceScope,
): Promise<NotificationPreference> {
  const { userId } = ctx.actor;
  const { preference, seq } = await findPreference(ctx.services.db, userId, scope);
  setStreamPositions(ctx.request, { [userId]: seq });
  return toPreference(scope, preference, await keywordsIn(ctx.services.db, userId, scope));
}

/**
 * Changes the caller's preference for a server, a channel or the account (docs/reference.md, Notification preferences). Without
 * any field nothing is written. Throws what `accessScope` throws, and `INVALID_INPUT` when only one end of the quiet hours
 * would be left, or both equal, no day of the week would be loud, or a keyword is there twice.
 */
export async function setPreference(
  ctx: ActorContext,
  accessScope: (ctx: ReadContext) => Promise<PreferenceScope>,
  { keywords: given, ...input }: Partial<AccountPreferenceChanges>,
): Promise<NotificationPreference> {
  const { userId } = ctx.actor;
  const changes = givenOf(input);
  const now = ctx.services.clock.now();
  return transact(ctx, async (tx, emit) => {
    const scope = await accessScope(within(tx, ctx));
    if (isEmpty(changes) && given === undefined) {
      const { preference } = await findPreference(tx, userId, scope);
      return toPreference(scope, preference, await keywordsIn(tx, userId, scope));
    }
    const stored = await lockPreference(tx, userId, scope, now);
    const wanted = { ...stored, ...changes };
    const issue = quietHoursIssue(wanted) ?? quietDaysIssue(wanted) ?? keywordsIssue(given ?? []);
    if (issue) throw new AppError('INVALID_INPUT', { issues: [issue] });
    if (given !== undefined) await replaceKeywords(tx, userId, given ?? []);
    const changed = await updatePreference(tx, userId, scope, changes, now);
    const data = toPreference(scope, changed, await keywordsIn(tx, userId, scope));
    await emit(userStream(userId), { type: 'preference.updated', data });
    return data;
  });
}

async function keywordsIn(q: Queryable, userId: string, scope: Scope): Promise<readonly string[] | null> {
  return isAccount(scope) ? findKeywords(q, userId) : null;
}
