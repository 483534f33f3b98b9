import { type Queryable, tables } from '@palaver/db';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { LoginRow } from '../auth/accounts.js';

const { users } = tables;

/** The account that a mail is about. */
export type MailAccount = LoginRow;

/** Whether the account's present address was shown to be the person's. */
export function isVerified({ email, verifiedEmail }: Pick<MailAccount, 'email' | 'verifiedEmail'>): boolean {
  return email !== null && email.toLowerCase() === verifiedEmail?.toLowerCase();
}

const columns = {
  username: users.username,
  email: users.email,
  verifiedEmail: users.verifiedEmail,
  deactivatedAt: users.deactivatedAt,
};

const isPerson = (which: SQL): SQL | undefined => and(which, isNull(users.deletedAt), eq(users.bot, false));

/** The id of the person with this address, without regard to case. */
export async function findMailAccount(q: Queryable, address: string): Promise<string | null> {
  const [row] = await q
    .select({ id: users.id })
    .from(users)
    .where(isPerson(sql`lower(${users.email}) = lower(${address})`));
  return row?.id ?? null;
}

/** A person's account, which is not locked. */
export async function findAccount(
  q: Queryable,
  userId: string,
): Promise<Pick<MailAccount, keyof typeof columns> | null> {
  const [row] = await q
    .select(columns)
    .from(users)
    .where(isPerson(sql`${users.id} = ${userId}`));
  return row ?? null;
}
