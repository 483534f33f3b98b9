import { AppError } from '../kernel/errors/app-error.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { transact, type WriteContext } from '../log/transact.js';
import { findAccount } from '../mail/accounts.js';
import type { ActorContext, Context } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { DigestDelay, MailPreferences } from '../protocol/records/mail-preferences.js';
import { findDigest, findPreferences, setDelay } from './queries.js';
import { toMailPreferences } from './record.js';
import type { SetMailPreferencesInput } from './schemas.js';
import { userOfUnsubscribeToken } from './unsubscribe-link.js';

/** The caller's preferences, and the position in their own stream when they were read. */
export async function getMailPreferences(ctx: ActorContext): Promise<MailPreferences> {
  const { userId } = ctx.actor;
  const { digest, seq } = await findPreferences(ctx.services.db, userId);
  setStreamPositions(ctx.request, { [userId]: seq });
  return toMailPreferences(digest);
}

/** Changes the caller's preferences. What is as it was before is not published. */
export async function setMailPreferences(
  ctx: ActorContext,
  { digest }: SetMailPreferencesInput,
): Promise<MailPreferences> {
  const { userId } = ctx.actor;
  if (digest === undefined) return getMailPreferences(ctx);
  return choose(ctx, userId, digest);
}

/**
 * Ends the digests of the person of a link in one. Where they have ended, nothing happens. Throws `LINK_NOT_VALID`.
 */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const userId = userOfUnsubscribeToken(ctx.services, token);
  if (userId === null) throw new AppError('LINK_NOT_VALID');
  if ((await findAccount(ctx.services.db, userId)) === null) return;
  await choose({ ...ctx, idempotency: null }, userId, 'off');
}

function choose(ctx: WriteContext, userId: string, delay: DigestDelay): Promise<MailPreferences> {
  return transact(ctx, async (tx, emit) => {
    await lockStream(tx, userStream(userId));
    const before = await findDigest(tx, userId);
    if (before !== null && before.delay === delay) return toMailPreferences(before);
    const data = toMailPreferences(await setDelay(tx, userId, delay, ctx.services.clock.now()));
    await emit(userStream(userId), { type: 'mail_preferences.updated', data });
    return data;
  });
}
