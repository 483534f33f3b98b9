import { type Queryable, tables, type Transaction } from '@palaver/db';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { type PublicUserRow, type UserRow, userColumns } from '../users/record.js';

const { sessions, users } = tables;

/** A living bot by its owner and its id. */
export async function findBotOf(q: Queryable, ownerId: string, botId: string): Promise<PublicUserRow | null> {
  const [row] = await q
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, botId), eq(users.botOwnerId, ownerId), isNull(users.deletedAt)))
    .prepare('bots_find_of')
    .execute();
  return row ?? null;
}

/** The living bots of an owner, newest first. */
export function listBotsOf(q: Queryable, ownerId: string): Promise<PublicUserRow[]> {
  return q
    .select(userColumns)
    .from(users)
    .where(and(eq(users.botOwnerId, ownerId), isNull(users.deletedAt)))
    .orderBy(desc(users.id))
    .prepare('bots_list_of')
    .execute();
}

/** Writes a new bot; throws the database's unique violation when the name is taken. */
export async function insertBot(
  tx: Transaction,
  row: Pick<UserRow, 'id' | 'username' | 'displayName' | 'createdAt'> & { botOwnerId: string },
): Promise<PublicUserRow> {
  const [bot] = await tx
    .insert(users)
    .values({ ...row, bot: true })
    .returning(userColumns);
  if (!bot) throw new Error('an insert without a conflict clause returns its row');
  return bot;
}

/** Changes the given columns of a living bot and returns it as it is then; null when it is gone. */
export async function updateBot(
  q: Queryable,
  botId: string,
  changes: Partial<Pick<UserRow, 'username' | 'displayName' | 'status' | 'deletedAt'>>,
): Promise<PublicUserRow | null> {
  const [row] = await q
    .update(users)
    .set(changes)
    .where(and(eq(users.id, botId), isNull(users.deletedAt)))
    .returning(userColumns);
  return row ?? null;
}

/** Makes other changes of a living bot wait until this transaction has ended; false when the bot is gone. */
export async function lockBot(tx: Transaction, botId: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, botId), isNull(users.deletedAt)))
    .for('no key update');
  return found.length > 0;
}

/** Ends a bot's tokens; returns the ids of their sessions. */
export async function deleteTokens(tx: Transaction, botId: string): Promise<string[]> {
  const ended = await tx.delete(sessions).where(eq(sessions.userId, botId)).returning({ id: sessions.id });
  return ended.map((row) => row.id);
}
