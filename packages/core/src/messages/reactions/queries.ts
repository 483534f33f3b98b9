import { statement, type Transaction, tables } from '@palaver/db';
import { and, eq, gt } from 'drizzle-orm';

const { reactions } = tables;

/** One user's reaction with one emoji. */
export interface ReactionKey {
  readonly messageId: string;
  readonly emoji: string;
  readonly userId: string;
}

/**
 * Writes a reaction, one millisecond after the message's latest where the clock gives no later instant: reactions
 * are ordered by `created_at`, so no two of a message share one.
 */
export async function insertReaction(
  tx: Transaction,
  { messageId, emoji, userId }: ReactionKey,
  now: Date,
): Promise<void> {
  await insert(tx, [messageId, emoji, userId, now.toISOString()]);
}

const insert = statement(`
  insert into reactions (message_id, emoji, user_id, created_at)
  values ($1::text::uuid, $2, $3::text::uuid, greatest($4::text::timestamptz, (
    select max(created_at) + interval '1 millisecond' from reactions where message_id = $1::text::uuid)))`);

/**
 * Removes a reaction. The next reaction with the same emoji takes over its `created_at`, so the emoji keeps its index, as
 * it does for a client that applies `reaction.removed`.
 */
export async function deleteReaction(tx: Transaction, key: ReactionKey): Promise<void> {
  const { messageId, emoji, userId } = key;
  const ofKind = and(eq(reactions.messageId, messageId), eq(reactions.emoji, emoji));
  const [deleted] = await tx
    .delete(reactions)
    .where(and(ofKind, eq(reactions.userId, userId)))
    .returning({ createdAt: reactions.createdAt })
    .prepare('reactions_delete')
    .execute();
  if (!deleted) return;
  const next = tx
    .select({ userId: reactions.userId })
    .from(reactions)
    .where(and(ofKind, gt(reactions.createdAt, deleted.createdAt)))
    .orderBy(reactions.createdAt)
    .limit(1);
  await tx
    .update(reactions)
    .set({ createdAt: deleted.createdAt })
    .where(and(ofKind, eq(reactions.userId, next)))
    .prepare('reactions_keep_index')
    .execute();
}
