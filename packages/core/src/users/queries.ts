import { type Queryable, tables } from '@palaver/db';
import { and, eq, isNull } from 'drizzle-orm';
import { type MeRow, meColumns, type UserRow } from './record.js';

const { users } = tables;

/** A living account by its id. */
export async function findUser(q: Queryable, userId: string): Promise<MeRow | null> {
  const [row] = await q
    .select(meColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .prepare('users_find')
    .execute();
  return row ?? null;
}

/** Changes the given columns of an account and returns it as it is then. */
export async function updateUser(
  q: Queryable,
  userId: string,
  changes: Partial<Pick<UserRow, 'displayName' | 'status' | 'timezone' | 'avatarPath'>>,
): Promise<MeRow | null> {
  const [row] = await q.update(users).set(changes).where(eq(users.id, userId)).returning(meColumns);
  return row ?? null;
}
