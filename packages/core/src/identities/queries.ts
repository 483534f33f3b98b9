import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, type InferSelectModel, isNull, sql } from 'drizzle-orm';
import type { UserRow } from '../users/record.js';

const { identities, users } = tables;

export type IdentityRow = InferSelectModel<typeof identities>;
type IdentityKey = Pick<IdentityRow, 'provider' | 'subject'>;

const isOf = ({ provider, subject }: IdentityKey) =>
  and(eq(identities.provider, provider), eq(identities.subject, subject));

/** The account of an identity; null for one that nobody has. */
export async function findIdentity(tx: Transaction, key: IdentityKey): Promise<IdentityRow | null> {
  const [row] = await tx.select().from(identities).where(isOf(key));
  return row ?? null;
}

/** Throws the database's unique violation when somebody has the identity, or the account has one at the provider. */
export async function insertIdentity(tx: Transaction, row: IdentityRow): Promise<void> {
  await tx.insert(identities).values(row);
}

export async function touchIdentity(tx: Transaction, key: IdentityKey, lastUsedAt: Date): Promise<void> {
  await tx.update(identities).set({ lastUsedAt }).where(isOf(key));
}

export function listIdentities(q: Queryable, userId: string): Promise<IdentityRow[]> {
  return q.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.provider));
}

export async function deleteIdentity(tx: Transaction, userId: string, provider: string): Promise<void> {
  await tx.delete(identities).where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
}

/** The account with an address, without regard to case, and the address that it has verified; null without one. */
export async function findByEmail(
  tx: Transaction,
  email: string,
): Promise<Pick<UserRow, 'id' | 'verifiedEmail'> | null> {
  const [row] = await tx
    .select({ id: users.id, verifiedEmail: users.verifiedEmail })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, isNull(users.deletedAt)));
  return row ?? null;
}
