import { type Transaction, tables } from '@palaver/db';
import { and, eq, isNull } from 'drizzle-orm';

const { users } = tables;

/** The avatar of a living account, its row locked until the transaction ends; null when there is no such account. */
export async function lockAvatar(
  tx: Transaction,
  userId: string,
): Promise<{ avatarPath: string | null } | null> {
  const [row] = await tx
    .select({ avatarPath: users.avatarPath })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update');
  return row ?? null;
}
