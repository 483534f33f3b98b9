import { type Queryable, type Transaction, tables } from '@palaver/db';
import {
  and,
  count,
  desc,
  eq,
  gt,
  type InferSelectModel,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';

const { apiKeys, users } = tables;

/** How a request names a person. */
export type PersonName = { readonly id: string } | { readonly externalId: string };

export type ApiKeyRow = Omit<InferSelectModel<typeof apiKeys>, 'tokenHash'>;

const keyColumns = {
  id: apiKeys.id,
  name: apiKeys.name,
  scopes: apiKeys.scopes,
  createdBy: apiKeys.createdBy,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
};

const isLive = (now: Date): SQL | undefined => or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));

const isActivePerson = and(isNull(users.deletedAt), isNull(users.deactivatedAt), eq(users.bot, false));

function isNamed(person: PersonName | null): SQL | undefined {
  if (person === null) return sql`false`;
  return and(
    'id' in person ? eq(users.id, person.id) : eq(users.externalId, person.externalId),
    isActivePerson,
  );
}

/** A live key by the hash of its token, and the active person of this name; `userId` is null where there is none. */
export async function findKeyInUse(q: Queryable, tokenHash: Buffer, person: PersonName | null, now: Date) {
  const { id, name, scopes, lastUsedAt } = keyColumns;
  const [row] = await q
    .select({ id, name, scopes, lastUsedAt, userId: users.id })
    .from(apiKeys)
    .leftJoin(users, isNamed(person))
    .where(and(eq(apiKeys.tokenHash, tokenHash), isLive(now)));
  return row ?? null;
}

export async function touchKey(q: Queryable, keyId: string, lastUsedAt: Date): Promise<void> {
  await q.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.id, keyId));
}

/** Whether a key is live, which it stays until the transaction ends. */
export async function holdKey(tx: Transaction, keyId: string, now: Date): Promise<boolean> {
  const [row] = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), isLive(now)))
    .for('key share');
  return row !== undefined;
}

export function listKeys(q: Queryable): Promise<ApiKeyRow[]> {
  return q.select(keyColumns).from(apiKeys).orderBy(desc(apiKeys.id));
}

export async function countKeys(tx: Transaction): Promise<number> {
  const [row] = await tx.select({ keys: count() }).from(apiKeys);
  return row?.keys ?? 0;
}

export async function insertKey(tx: Transaction, row: ApiKeyRow & { tokenHash: Buffer }): Promise<void> {
  await tx.insert(apiKeys).values(row);
}

/** Deletes a key; returns it, or null where there is none. */
export async function deleteKey(tx: Transaction, keyId: string): Promise<ApiKeyRow | null> {
  const [row] = await tx.delete(apiKeys).where(eq(apiKeys.id, keyId)).returning(keyColumns);
  return row ?? null;
}

/** The keys that a person has made, as the audit log says. */
const madeBy = (userId: string) =>
  inArray(
    apiKeys.id,
    sql`(select target_id from admin_acts where actor_id = ${userId}::uuid and act = 'key.created')`,
  );

export function countKeysOf(q: Queryable, userId: string): Promise<number> {
  return q.$count(apiKeys, madeBy(userId));
}

/** Deletes the keys that a person has made; returns them. */
export function deleteKeysOf(
  tx: Transaction,
  userId: string,
): Promise<Array<Pick<ApiKeyRow, 'id' | 'name'>>> {
  return tx.delete(apiKeys).where(madeBy(userId)).returning({ id: apiKeys.id, name: apiKeys.name });
}
