import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { byAddress, isAddressOfPerson } from '../users/addresses.js';
import { type MeRow, meColumns, type PublicUserRow, type UserRow, userColumns } from '../users/record.js';
import { isKnownNetwork } from './network-queries.js';

const { users } = tables;

export type LoginRow = MeRow & Pick<UserRow, 'passwordHash' | 'verifiedEmail' | 'deactivatedAt'>;

const loginColumns = {
  ...meColumns,
  passwordHash: users.passwordHash,
  verifiedEmail: users.verifiedEmail,
  deactivatedAt: users.deactivatedAt,
};

/** What a person signs in by. */
export interface LoginName {
  readonly by: 'username' | 'email';
  readonly value: string;
}

/**
 * The person with this username or e-mail address, without regard to case, and whether they have signed in from the
 * network before; null for a deleted account. An account without an address signs in by the one that it waits for.
 */
export async function findLogin(
  q: Queryable,
  { by, value }: LoginName,
  network: string | null,
): Promise<(LoginRow & { knowsNetwork: boolean }) | null> {
  const [row] = await q
    .select({ ...loginColumns, knowsNetwork: isKnownNetwork(network) })
    .from(users)
    .where(
      and(
        by === 'email' ? isAddressOfPerson(value) : sql`lower(${users.username}) = lower(${value})`,
        isNull(users.deletedAt),
        eq(users.bot, false),
      ),
    )
    .orderBy(...(by === 'email' ? byAddress(value) : []))
    .limit(1);
  return row ?? null;
}

/** A person's account with its password hash; null for a deleted one. */
export async function findOwnLogin(q: Queryable, userId: string): Promise<LoginRow | null> {
  const [row] = await q
    .select(loginColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return row ?? null;
}

/** The bots of a person, locked until the transaction ends: nobody else changes or deletes them, or rotates a token. */
export function lockBotsOf(tx: Transaction, ownerId: string): Promise<PublicUserRow[]> {
  return tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.botOwnerId, ownerId), isNull(users.deletedAt)))
    .orderBy(desc(users.id))
    .for('no key update');
}

/** The bots of a person that were deactivated at this instant; with null, those that are active. */
export async function botsDeactivatedAt(
  tx: Transaction,
  ownerId: string,
  at: Date | null,
): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.botOwnerId, ownerId),
        isNull(users.deletedAt),
        at === null ? isNull(users.deactivatedAt) : eq(users.deactivatedAt, at),
      ),
    )
    .orderBy(users.id)
    .for('no key update');
  return rows.map(({ id }) => id);
}
