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

/** The address whose link the account waits for: a new one, or its own that nobody has proven. */
export function addressToConfirm(
  account: Pick<MailAccount, 'email' | 'pendingEmail' | 'verifiedEmail'>,
): string | null {
  return account.pendingEmail ?? (isVerified(account) ? null : account.email);
}

/** Whether an address is that of an account, as `isAddressOfPerson` decides it in SQL. */
export function isAddressOf(
  { email, pendingEmail }: Pick<MailAccount, 'email' | 'pendingEmail'>,
  address: string,
): boolean {
  return (email ?? pendingEmail)?.toLowerCase() === address.toLowerCase();
}

const columns = {
  username: users.username,
  email: users.email,
  pendingEmail: users.pendingEmail,
  verifiedEmail: users.verifiedEmail,
  deactivatedAt: users.deactivatedAt,
};

const isPerson = (which: SQL): SQL | undefined => and(which, isNull(users.deletedAt), eq(users.bot, false));

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
