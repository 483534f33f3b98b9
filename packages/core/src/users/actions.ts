import type { Transaction } from '@palaver/db';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';
import { databaseNow } from '../kernel/sql/database-now.js';
import { type Emit, findReplay, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { Me, Profile } from '../protocol/records/user.js';
import { accessShownUser } from './access.js';
import { updateUser } from './account-rows.js';
import { changedAddress, makeRoomFor } from './addresses.js';
import { publishProfile } from './profile.js';
import { findMe, findShownTimezone, lockUser } from './queries.js';
import { type MeRow, toMe, toUser, type UserRow } from './record.js';
import type { UpdateMeInput } from './schemas.js';
import { changedStatus } from './status.js';

/** The caller's own account, with the position of their stream when it was read. */
export async function getMe(ctx: ActorContext): Promise<Me> {
  const row = await findMe(ctx.services.db, ctx.actor.userId);
  if (!row) throw new AppError('USER_NOT_FOUND');
  setStreamPositions(ctx.request, { [row.id]: row.seq });
  return toMe(row);
}

/** A profile names so many common servers. */
const COMMON_SERVERS_MAX = 100;

/** Somebody as their profile shows them to the caller. Throws `USER_NOT_FOUND`. */
export async function getProfile({ services, actor }: ActorContext, userId: string): Promise<Profile> {
  const { db, upward } = services;
  const row = await accessShownUser(services, userId);
  const isSelf = row.id === actor.userId;
  const common = isSelf ? [] : await upward.commonServersOf(db, actor.userId, row.id, COMMON_SERVERS_MAX);
  const timezone = isSelf || common.length > 0 ? await findShownTimezone(db, row.id) : null;
  return { ...toUser(row), timezone, commonServerIds: [...common] };
}

/** The error of each unique index of accounts. */
export const TAKEN = { users_username_key: 'USERNAME_TAKEN', users_email_key: 'EMAIL_TAKEN' } as const;

/**
 * Changes the given fields of the caller's own account. The username and the e-mail address sign in: whoever changes them
 * proves that it is them, because a session may be stolen, and a bot's name is its owner's to change. Throws
 * `USERNAME_TAKEN`, `EMAIL_TAKEN`, `TOO_MANY_ADDRESSES`, `STEP_UP_REQUIRED`, `WRONG_PASSWORD`, `PEOPLE_ONLY`, and `UNAUTHENTICATED` when the
 * session is ended meanwhile, as five wrong passwords do.
 */
export async function updateMe(ctx: ActorContext, input: UpdateMeInput): Promise<Me> {
  const { currentPassword, email, ...fields } = input;
  const namesAreGiven = fields.username !== undefined || email !== undefined;
  const isConfirmed = namesAreGiven && currentPassword !== undefined && !ctx.actor.isBot;
  if (isConfirmed) {
    const replayed = await findReplay<Me>(ctx);
    if (replayed) return replayed.answer;
    await ctx.services.upward.requireStepUp(ctx, { password: currentPassword });
  }
  return uniqueOr(TAKEN, () =>
    changeProfile(ctx, async (before, tx, emit) => {
      if (fields.statusExpiresAt && fields.statusExpiresAt <= (await databaseNow(tx)))
        throw invalidField('statusExpiresAt', 'must be in the future');
      const address = changedAddress(ctx.services, before, email);
      const changes = { ...changesOf(before, fields), ...changedStatus(before, fields), ...address };
      if ('username' in changes || !isEmpty(address)) {
        if (ctx.actor.isBot) throw new AppError('PEOPLE_ONLY');
        await ctx.services.upward.holdSession(ctx, tx);
        if (!isConfirmed) await ctx.services.upward.requireStepUp(ctx, { tx });
      }
      if (!isEmpty(address)) {
        const change = { userId: before.id, before: before.email, client: ctx.request, ...address };
        await ctx.services.upward.addressChanges(ctx.services, tx, change);
        if (address.pendingEmail)
          await makeRoomFor(ctx.services, tx, emit, { userId: before.id, address: address.pendingEmail });
      }
      return changes;
    }),
  );
}

export type ProfileChanges = Partial<
  Pick<
    UserRow,
    | 'username'
    | 'email'
    | 'pendingEmail'
    | 'displayName'
    | 'status'
    | 'statusEmoji'
    | 'statusExpiresAt'
    | 'dndUntil'
    | 'timezone'
    | 'sharesTimezone'
    | 'dmsFrom'
    | 'readReceipts'
    | 'invisible'
    | 'avatarPath'
    | 'metadata'
  >
>;

/** Changes the caller's account as `decide` says, which is called under its lock, and publishes the change. */
export async function changeProfile(
  ctx: ActorContext,
  decide: (before: MeRow, tx: Transaction, emit: Emit) => Promise<ProfileChanges>,
): Promise<Me> {
  const me = await transact(ctx, async (tx, emit) => {
    const before = await lockUser(tx, ctx.actor.userId);
    if (!before) throw new AppError('USER_NOT_FOUND');
    const changes = await decide(before, tx, emit);
    if (isEmpty(changes)) return toMe(before);
    const after = await updateUser(tx, before, changes);
    await publishProfile(ctx.services, tx, emit, before, after);
    return toMe(after);
  });
  ctx.services.background.wake();
  ctx.services.outbox.wake();
  return me;
}
