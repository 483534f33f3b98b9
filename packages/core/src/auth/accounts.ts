import { newId, type Transaction } from '@palaver/db';
import { openStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { Knowing, Using } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { lockAccount } from '../users/access.js';
import { insertUser, setAccounts } from '../users/account-rows.js';
import { makeRoomFor } from '../users/addresses.js';
import type { MeRow } from '../users/record.js';
import { forgetNetworks } from './network-queries.js';
import type { LoginRow } from './queries.js';
import * as queries from './queries.js';
import * as sessionQueries from './session-queries.js';

export type { LoginRow };

/** A person's account that is to be made. */
export interface NewAccount {
  readonly username: string;
  readonly displayName?: string | undefined;
  readonly email?: string | null | undefined;
  readonly timezone?: string | undefined;
  readonly sharesTimezone?: boolean | undefined;
  /** An address that counts once it is confirmed (`newAddress`). */
  readonly pendingEmail?: string | null;
  /** Null for a person who signs in in another way. */
  readonly passwordHash: string | null;
  /** The address, where somebody whom the operator trusts has verified it. */
  readonly verifiedEmail?: string | null;
  readonly externalId?: string | null;
  readonly metadata?: MeRow['metadata'];
  /** Whether the person administers this instance. */
  readonly admin: boolean;
}

/** Makes a person's account. Throws the database's unique violation when the name or the e-mail address is taken. */
export async function insertAccount(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  { username, displayName = username, email = null, ...rest }: NewAccount,
): Promise<MeRow> {
  const createdAt = clock.now();
  const account = { ...rest, username, displayName, email, createdAt };
  const user = await insertUser(tx, {
    id: newId(),
    ...account,
  });
  await openStream(tx, userStream(user.id), createdAt);
  return user;
}

/** Asks by mail for the confirmation of the address that a new account was given, where it needs one. */
export async function askToConfirm(
  ctx: Using<'clock' | 'settings' | 'upward'> & Knowing<'userAgent' | 'network'>,
  tx: Transaction,
  emit: Emit,
  { id, pendingEmail }: MeRow,
): Promise<void> {
  if (pendingEmail === null) return;
  const change = { userId: id, client: ctx.request, before: null, pendingEmail };
  await ctx.services.upward.addressChanges(ctx.services, tx, change);
  await makeRoomFor(ctx.services, tx, emit, { userId: id, address: pendingEmail });
}

/**
 * Sets the password of a locked account whose person does not take part: all its sessions end, and every network is
 * unknown to it again. Returns the sessions, whose sockets are to be closed after the commit.
 */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<string[]> {
  await setAccounts(tx, [userId], { passwordHash });
  await forgetNetworks(tx, userId, null);
  return sessionQueries.deleteSessions(tx, userId, null);
}

/**
 * Deactivates a locked account, and the active bots of a person with it: nobody is signed in as one of them until
 * `reactivate`. A person's sessions are over; bots keep their tokens for then. Returns all these sessions, whose sockets are
 * to be closed after the commit.
 */
export async function deactivate(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  { id, bot }: Pick<MeRow, 'id' | 'bot'>,
): Promise<string[]> {
  // Before the bots: this waits for the sessions that are making a bot or a token (`holdSession`).
  const ended = bot ? [] : await sessionQueries.deleteSessions(tx, id, null);
  const bots = bot ? [id] : await queries.botsDeactivatedAt(tx, id, null);
  await setAccounts(tx, [id, ...bots], { deactivatedAt: clock.now() });
  return [...ended, ...(await sessionQueries.sessionIdsOf(tx, bots))];
}

/** Activates an account again, and the bots that were deactivated with it. */
export async function reactivate(tx: Transaction, userId: string, deactivatedAt: Date): Promise<void> {
  const bots = await queries.botsDeactivatedAt(tx, userId, deactivatedAt);
  await setAccounts(tx, [userId, ...bots], { deactivatedAt: null });
}

/** Ends all sessions of a user but `keep`; returns the ended ones, whose sockets are to be closed after the commit. */
export const endSessionsOf = sessionQueries.deleteSessions;

/** Ends one session of a user, whoever it is; returns whether there was one. */
export const endSessionOf = sessionQueries.deleteSession;

/** `lockAccount`, with what the person signs in by: until the transaction ends, the password stays as well. */
export async function lockLogin(tx: Transaction, userId: string): Promise<LoginRow | null> {
  return (await lockAccount(tx, userId)) && queries.findOwnLogin(tx, userId);
}

/** Ends the sessions of a locked account that an issuer of tokens asked for: none of them becomes an admin's. */
export const endMintedSessions = sessionQueries.deleteMintedSessions;
