import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { deleteSessionsOf } from './session-queries.js';

const { sessions, users } = tables;

/** How many bots of a person have a token. */
export async function countBotTokensOf(q: Queryable, ownerId: string): Promise<number> {
  const bots = q
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.botOwnerId, ownerId), isNull(users.deletedAt)));
  return q.$count(sessions, inArray(sessions.userId, bots));
}

/** Ends the tokens of all bots of a locked account; returns the sessions whose sockets are to be closed after the commit. */
export async function deleteBotTokensOf(tx: Transaction, ownerId: string): Promise<string[]> {
  const bots = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.botOwnerId, ownerId))
    .orderBy(users.id)
    .for('no key update');
  const ended = await deleteSessionsOf(
    tx,
    bots.map(({ id }) => id),
  );
  return ended.map(({ id }) => id);
}
