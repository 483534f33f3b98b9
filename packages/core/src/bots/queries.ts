import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { changedIndex, indexOfNames } from '../users/name-index.js';
import { type PublicUserRow, type UserRow, userColumns } from '../users/record.js';

const { sessions, users } = tables;

/** The bots of an owner that have not been deleted, newest first. */
export function listBotsOf(q: Queryable, ownerId: string): Promise<PublicUserRow[]> {
  return q
    .select(userColumns)
    .from(users)
    .where(and(eq(users.botOwnerId, ownerId), isNull(users.deletedAt)))
    .orderBy(desc(users.id))
    .prepare('bots_list_of')
    .execute();
}

export function countBotsOf(q: Queryable, ownerId: string): Promise<number> {
  return q.$count(users, and(eq(users.botOwnerId, ownerId), isNull(users.deletedAt)));
}

/** Inserts a bot; throws the database's unique violation when the name is taken. */
export async function insertBot(
  tx: Transaction,
  row: Pick<UserRow, 'id' | 'username' | 'displayName' | 'createdAt'> & { botOwnerId: string },
): Promise<PublicUserRow> {
  const [bot] = await tx
    .insert(users)
    .values({ ...row, ...indexOfNames(row), bot: true })
    .returning(userColumns);
  if (!bot) throw new Error('an insert without a conflict clause returns its row');
  return bot;
}

/** Changes the given columns of a locked bot. */
export async function updateBot(
  tx: Transaction,
  before: Pick<PublicUserRow, 'id' | 'username' | 'displayName'>,
  changes: Partial<
    Pick<UserRow, 'username' | 'displayName' | 'status' | 'statusEmoji' | 'statusExpiresAt' | 'deletedAt'>
  >,
): Promise<void> {
  await tx
    .update(users)
    .set({ ...changes, ...changedIndex(before, changes) })
    .where(eq(users.id, before.id));
}

/** When a bot's token was made and used, and what it may do; null for a bot that was deleted meanwhile. */
export async function findToken(
  q: Queryable,
  botId: string,
): Promise<{ createdAt: Date; lastUsedAt: Date; scopes: string[] | null } | null> {
  const [row] = await q
    .select({ createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt, scopes: sessions.scopes })
    .from(sessions)
    .where(eq(sessions.userId, botId));
  return row ?? null;
}
