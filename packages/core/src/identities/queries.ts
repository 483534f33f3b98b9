import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, type InferSelectModel } from 'drizzle-orm';

const { identities } = tables;

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

/** Takes all identities from an account. */
export async function deleteIdentitiesOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId));
}
