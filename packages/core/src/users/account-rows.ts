import { type Queryable, type Transaction, tables } from '@palaver/db';
import { eq, inArray, type SQL } from 'drizzle-orm';
import { changedIndex, indexOfNames } from './name-index.js';
import { type MeRow, meColumns, type UserRow } from './record.js';

const { users } = tables;

/** Columns that have no default, and those that are given. The index of the names comes from the names. */
export type NewUserRow = Omit<typeof users.$inferInsert, keyof ReturnType<typeof indexOfNames>>;

/** Inserts the account of a person, a bot or a webhook. Throws the database's unique violation when its name or address is taken. */
export async function insertUser(tx: Transaction, row: NewUserRow): Promise<MeRow> {
  const [user] = await tx
    .insert(users)
    .values({ ...row, ...indexOfNames(row) })
    .returning(meColumns);
  if (!user) throw new Error('an insert without a conflict clause returns its row');
  return user;
}

/** Changes the given columns of a locked account and returns the changed account. */
export async function updateUser(
  q: Transaction,
  before: Pick<MeRow, 'id' | 'username' | 'displayName'>,
  changes: Partial<
    Pick<
      UserRow,
      | 'username'
      | 'email'
      | 'pendingEmail'
      | 'displayName'
      | 'status'
      | 'statusEmoji'
      | 'statusExpiresAt'
      | 'dndUntil'
      | 'timezone'
      | 'sharesTimezone'
      | 'dmsFrom'
      | 'readReceipts'
      | 'invisible'
      | 'avatarPath'
      | 'metadata'
    >
  >,
): Promise<MeRow> {
  const [row] = await q
    .update(users)
    .set({ ...changes, ...changedIndex(before, changes) })
    .where(eq(users.id, before.id))
    .returning(meColumns);
  if (!row) throw new Error(`user ${before.id} vanished inside its transaction`);
  return row;
}

/** What is no part of a profile. */
type AccountColumns = Pick<
  UserRow,
  'admin' | 'passwordHash' | 'verifiedEmail' | 'deactivatedAt' | 'deletedAt'
>;

/** Sets columns of accounts. No event says so: what is to be told of it is the caller's. */
export async function setAccounts(
  q: Queryable,
  userIds: readonly string[],
  columns: { readonly [Column in keyof AccountColumns]?: AccountColumns[Column] | SQL },
): Promise<void> {
  if (userIds.length === 0) return;
  await q
    .update(users)
    .set(columns)
    .where(inArray(users.id, [...userIds]));
}
