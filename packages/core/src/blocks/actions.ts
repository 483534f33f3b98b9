import type { Transaction } from '@palaver/db';
import { dmStreamsWith } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { userStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import type { EventDraft } from '../protocol/events.js';
import type { User } from '../protocol/records/user.js';
import { accessBotsOf, accessUser, accessUsers, lockAccount } from '../users/access.js';
import { type MeRow, type PublicUserRow, toMe, toUser } from '../users/record.js';
import { deleteBlock, insertBlock } from './queries.js';

/** All of them are in the record of the account. */
const BLOCKS_MAX = 500;

/** Blocks somebody; who is blocked stays so. Throws `USER_NOT_FOUND`, `CANNOT_BLOCK_YOURSELF` or `TOO_MANY_BLOCKS`. */
export function block(ctx: ActorContext, userId: string): Promise<void> {
  return change(ctx, userId, async (tx, me, blockedId) => {
    if (blockedId === me.id) throw new AppError('CANNOT_BLOCK_YOURSELF');
    if (me.blockedUserIds.includes(blockedId)) return false;
    if (me.blockedUserIds.length >= BLOCKS_MAX) throw new AppError('TOO_MANY_BLOCKS');
    await insertBlock(tx, { userId: me.id, blockedId }, ctx.services.clock.now());
    return true;
  });
}

/** Takes back a block, where there is one. Throws `USER_NOT_FOUND`. */
export function unblock(ctx: ActorContext, userId: string): Promise<void> {
  return change(ctx, userId, async (tx, me, blockedId) => {
    if (!me.blockedUserIds.includes(blockedId)) return false;
    await deleteBlock(tx, { userId: me.id, blockedId });
    return true;
  });
}

/** The accounts that the caller has blocked and that are still there, in the order of the blocks. */
export async function listBlocked({ services: { db }, actor }: ReadContext): Promise<User[]> {
  const { blockedUserIds } = await accessUser({ db }, actor.userId);
  return (await accessUsers(db, blockedUserIds)).flatMap((user) => (user ? [toUser(user)] : []));
}

/**
 * Changes the block of somebody under the locks of both accounts, so that no direct message begins meanwhile. Returns whether
 * it is another one than it was.
 */
function change(
  ctx: ActorContext,
  userId: string,
  write: (tx: Transaction, me: MeRow, otherId: string) => Promise<boolean>,
): Promise<void> {
  const { userId: myId } = ctx.actor;
  const otherId = requireUuid(userId, 'USER_NOT_FOUND');
  return transact(ctx, async (tx, emit) => {
    const ids = [...new Set([myId, otherId])].sort();
    const locked = new Map<string, MeRow | null>();
    for (const id of ids) locked.set(id, await lockAccount(tx, id));
    const [me, other] = [locked.get(myId), locked.get(otherId)];
    if (!me || !other) throw new AppError('USER_NOT_FOUND');
    if (!(await write(tx, me, otherId))) return;
    // The block covers the bots of the other, who write in the other's stead.
    const theirs = [other, ...(await accessBotsOf(tx, otherId))];
    const dms = await dmStreamsWith(
      tx,
      myId,
      theirs.map(({ id }) => id),
    );
    for (const [id, stream] of [...dms].sort(([, a], [, b]) => (a.id < b.id ? -1 : 1))) {
      const account = theirs.find((one) => one.id === id);
      if (account) await emit(stream, unchangedProfile(account));
    }
    const changed = await accessUser({ db: tx }, myId);
    await emit(userStream(myId), { type: 'me.updated', data: toMe(changed) });
  });
}

/**
 * The event by which the log of a direct message moves when a block changes: a profile as it is. A post is written only where
 * its channel's log has not moved since its author was read (`PostKnowledge`), so it is there before the block, or it is
 * refused.
 */
function unchangedProfile(person: PublicUserRow): EventDraft {
  return { type: 'user.updated', data: toUser(person) };
}
