import { type Queryable, tables } from '@palaver/db';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { type PublicUserRow, userColumns } from '../users/record.js';

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
