import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { changesOf } from '../kernel/schema/changes.js';
import type { Emit } from '../log/transact.js';
import type { UpwardServices } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { updateProfile } from './profile.js';
import { type MeRow, meColumns, type UserRow } from './record.js';

const { users } = tables;

/** As many accounts may wait for the confirmation of one address: whoever proves it clears it from all others at once. */
const WAITING_MAX = 5;

/** The addresses of an account. */
export type Addresses = Pick<UserRow, 'email' | 'pendingEmail'>;

/**
 * What a given address is of an account: where the service sends mail, it counts once the link to it was followed, and so
 * no answer tells whether another account has it.
 */
export function newAddress(
  { settings }: Pick<Services, 'settings'>,
  email: string | null | undefined,
): Addresses {
  return settings.mailPagesUrl === null || !email
    ? { email: email ?? null, pendingEmail: null }
    : { email: null, pendingEmail: email };
}

/** What changes where the person of an account gives an address; without one, nothing. */
export function changedAddress(
  services: Pick<Services, 'settings'>,
  before: MeRow,
  email: string | null | undefined,
): Partial<Addresses> {
  if (email === undefined) return {};
  const given = newAddress(services, email);
  const isOwn = email?.toLowerCase() === before.email?.toLowerCase();
  const after =
    isOwn || given.pendingEmail === null ? { email, pendingEmail: null } : { pendingEmail: email };
  return changesOf<Addresses>(before, after);
}

/** A condition for the accounts that have an address, or wait for its confirmation. Without regard to case. */
function hasAddress(address: string): SQL | undefined {
  return and(
    or(sql`lower(${users.email}) = lower(${address})`, sql`lower(${users.pendingEmail}) = lower(${address})`),
    isNull(users.deletedAt),
  );
}

/**
 * A condition for the accounts whose person an address may be: those that have it, and those that have none and wait for it. What
 * waits beside an address that counts may be mistyped, and must not lead its owner into the account.
 */
export function isAddressOfPerson(address: string): SQL | undefined {
  return and(
    or(
      sql`lower(${users.email}) = lower(${address})`,
      and(sql`lower(${users.pendingEmail}) = lower(${address})`, isNull(users.email)),
    ),
    isNull(users.deletedAt),
  );
}

/** The account that has an address comes first, then those that wait for its confirmation, the oldest first. */
export const byAddress = (address: string): readonly SQL[] => [
  sql`(lower(${users.email}) = lower(${address})) desc nulls last`,
  asc(users.id),
];

/** The account of an address, as `isAddressOfPerson` has it; null where there is none. */
export async function findByAddress(
  q: Queryable,
  address: string,
): Promise<Pick<UserRow, 'id' | 'email' | 'verifiedEmail'> | null> {
  const [row] = await q
    .select({ id: users.id, email: users.email, verifiedEmail: users.verifiedEmail })
    .from(users)
    .where(and(isAddressOfPerson(address), eq(users.bot, false)))
    .orderBy(...byAddress(address))
    .limit(1);
  return row ?? null;
}

/** Takes an address from the others that have waited longest for its confirmation, where one more would be too many. */
export async function makeRoomFor(
  services: UpwardServices,
  tx: Transaction,
  emit: Emit,
  { userId, address }: { readonly userId: string; readonly address: string },
): Promise<void> {
  const others = await tx
    .select(meColumns)
    .from(users)
    .where(
      and(
        sql`lower(${users.pendingEmail}) = lower(${address})`,
        ne(users.id, userId),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(users.id))
    .for('no key update');
  const tooMany = Math.max(0, others.length + 1 - WAITING_MAX);
  for (const row of others.slice(0, tooMany))
    await updateProfile(services, tx, emit, row, { pendingEmail: null });
}

/**
 * Takes an address that somebody has proven from all accounts that have not: they have it no longer, and wait for it no
 * longer. Returns whether it is free now; it is not where another account has proven it. Call it under the lock of the own account.
 */
export async function claimAddress(
  services: UpwardServices,
  tx: Transaction,
  emit: Emit,
  { address, userId }: { readonly address: string; readonly userId: string | null },
): Promise<boolean> {
  const others = await tx
    .select({ ...meColumns, verifiedEmail: users.verifiedEmail })
    .from(users)
    .where(and(hasAddress(address), userId === null ? undefined : ne(users.id, userId)))
    .orderBy(asc(users.id))
    .for('no key update');
  const has = (given: string | null) => given?.toLowerCase() === address.toLowerCase();
  if (others.some(({ email, verifiedEmail }) => has(email) && has(verifiedEmail))) return false;
  for (const { verifiedEmail: _, ...row } of others) {
    const changes = {
      ...(has(row.email) && { email: null }),
      ...(has(row.pendingEmail) && { pendingEmail: null }),
    };
    await updateProfile(services, tx, emit, row, changes);
  }
  return true;
}
