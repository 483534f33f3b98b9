import { type Transaction, tables } from '@palaver/db';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';
import type { Emit } from '../log/transact.js';
import type { Services } from '../procedures/services.js';
import type { Metadata } from '../protocol/records/embedding.js';
import { setAccounts } from '../users/account-rows.js';
import { claimAddress } from '../users/addresses.js';
import { freeUsername } from '../users/free-username.js';
import { updateProfile } from '../users/profile.js';
import { type MeRow, meColumns, type UserRow } from '../users/record.js';
import { insertAccount } from './accounts.js';

const { users } = tables;

/** Any number; two first sign-ins of one person at once make one account. */
const EXTERNAL_ID_LOCK = 7_252_839;

/** What another system says of a person. What is undefined stays as it is. */
export interface ExternalProfile {
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
  /** An address that the other system has verified. One that another account has proven is left out. */
  readonly verifiedEmail?: string | undefined;
  readonly metadata?: Metadata | null | undefined;
}

export type ExternalAccount = MeRow & Pick<UserRow, 'deactivatedAt'>;

const columns = { ...meColumns, deactivatedAt: users.deactivatedAt };

/** The account with an external id, locked together with the id until the transaction ends; null where there is none. */
export async function lockExternal(tx: Transaction, externalId: string): Promise<ExternalAccount | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(${EXTERNAL_ID_LOCK}, hashtext(${externalId}))`);
  const [locked] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.externalId, externalId), isNull(users.deletedAt)))
    .for('no key update');
  if (!locked) return null;
  // Read after the wait for the lock, as in `lockUser`.
  const [row] = await tx.select(columns).from(users).where(eq(users.id, locked.id));
  return row ?? null;
}

/** A person of another system. */
export interface ExternalPerson extends ExternalProfile {
  readonly externalId: string;
}

/**
 * Makes the account of a person of another system. Call it after `lockExternal` has found none, with `isContested` as
 * `freeUsername` takes it.
 */
export async function createExternal(
  services: Pick<Services, 'clock' | 'upward'>,
  tx: Transaction,
  emit: Emit,
  { externalId, username, displayName, verifiedEmail, metadata = null }: ExternalPerson,
  isContested: boolean,
): Promise<MeRow> {
  const email =
    verifiedEmail !== undefined &&
    (await claimAddress(services, tx, emit, { address: verifiedEmail, userId: null }))
      ? verifiedEmail
      : null;
  return insertAccount(services, tx, {
    username: await freeUsername(
      tx,
      { username: username ?? null, email: null, name: displayName ?? null },
      isContested,
    ),
    displayName: displayName ?? username,
    email,
    verifiedEmail: email,
    passwordHash: null,
    admin: false,
    externalId,
    metadata,
  });
}

/**
 * Takes over what the other system says of a locked account, and publishes it: wake the background work after the
 * commit.
 */
export async function updateExternal(
  services: Pick<Services, 'upward' | 'settings' | 'clock'>,
  tx: Transaction,
  emit: Emit,
  before: ExternalAccount,
  { displayName, verifiedEmail, metadata }: ExternalProfile,
): Promise<MeRow> {
  const isFree =
    verifiedEmail !== undefined &&
    (await claimAddress(services, tx, emit, { address: verifiedEmail, userId: before.id }));
  const given = { displayName, metadata, ...(isFree && { email: verifiedEmail, pendingEmail: null }) };
  const changes = changesOf<Pick<UserRow, 'displayName' | 'metadata' | 'email' | 'pendingEmail'>>(
    before,
    given,
  );
  if (isFree) await setAccounts(tx, [before.id], { verifiedEmail });
  if (isEmpty(changes)) return before;
  if (changes.email !== undefined) {
    const notice = { userId: before.id, kind: 'email.changed', client: null, about: changes.email } as const;
    await services.upward.tellOfSecurity(services, tx, { ...notice, address: before.email });
  }
  return updateProfile(services, tx, emit, before, changes);
}
