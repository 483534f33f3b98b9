import type { Transaction } from '@palaver/db';
import { askToConfirm, insertAccount, lockLogin } from '../auth/accounts.js';
import { closeSockets } from '../auth/sessions.js';
import { AppError } from '../kernel/errors/app-error.js';
import { againIfTaken } from '../kernel/errors/unique.js';
import type { ProviderSettings } from '../kernel/services/identity-settings.js';
import type { ProviderPerson } from '../kernel/services/sign-in-providers.js';
import { type AfterCommit, type Emit, transact } from '../log/transact.js';
import type { Context } from '../procedures/context.js';
import { claimAddress, findByAddress, newAddress } from '../users/addresses.js';
import { freeUsername } from '../users/free-username.js';
import { DisplayName } from '../users/schemas.js';
import * as queries from './queries.js';

/** A person whom a provider has verified, and the invite that the sign-in began with. */
export interface Arrival {
  readonly settings: ProviderSettings;
  readonly person: ProviderPerson;
  readonly inviteCode: string | undefined;
}

/**
 * Finds the account of a person, or makes it, and does `then` in the same transaction. Throws `ACCOUNT_DEACTIVATED`,
 * `EMAIL_NEEDS_LINK`, `REGISTRATION_CLOSED`, `INVITE_REQUIRED` or `INVITE_NOT_FOUND`.
 */
export function admit(
  ctx: Context,
  arrival: Arrival,
  then: (tx: Transaction, userId: string) => Promise<void>,
): Promise<void> {
  return againIfTaken((isContested) =>
    transact(ctx, async (tx, emit, afterCommit) =>
      then(tx, await accountOf(ctx, { tx, emit, afterCommit, isContested }, arrival)),
    ),
  );
}

/** The transaction of a sign-up; `isContested` as of `freeUsername`. */
interface SigningUp {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly afterCommit: AfterCommit;
  readonly isContested: boolean;
}

async function accountOf(ctx: Context, signingUp: SigningUp, arrival: Arrival): Promise<string> {
  const { tx } = signingUp;
  const { settings, person } = arrival;
  const now = ctx.services.clock.now();
  const key = { provider: settings.name, subject: person.subject };
  const known = await queries.findIdentity(tx, key);
  if (known !== null) {
    await requireActive(tx, known.userId);
    await queries.touchIdentity(tx, key, now);
    return known.userId;
  }
  const userId =
    (await accountOfEmail(ctx, signingUp, arrival)) ?? (await newAccount(ctx, signingUp, arrival));
  await queries.insertIdentity(tx, { ...key, userId, createdAt: now, lastUsedAt: now });
  return userId;
}

/**
 * Who signs in at a provider whose word counts gets the account of their address: what it was, where the account has proven the
 * address as well, and without all that led into it before where it has not (`takeOver`).
 */
async function accountOfEmail(ctx: Context, signingUp: SigningUp, arrival: Arrival): Promise<string | null> {
  const { settings, person } = arrival;
  const { email, isEmailVerified } = person;
  const found = email === null ? null : await findByAddress(signingUp.tx, email);
  if (found === null || email === null) return null;
  if (!settings.trustsEmail || !isEmailVerified)
    return refuseAddress(ctx, signingUp.tx, arrival, found.email !== null);
  await requireActive(signingUp.tx, found.id);
  if (found.verifiedEmail?.toLowerCase() !== email.toLowerCase())
    return takenOver(ctx, signingUp, found.id, email);
  const has = await queries.listIdentities(signingUp.tx, found.id);
  if (has.some(({ provider }) => provider === settings.name)) throw new AppError('EMAIL_NEEDS_LINK');
  return found.id;
}

/**
 * Throws `EMAIL_NEEDS_LINK` to who has the address, and to who might learn by signing up that it has an account. Where mail is
 * on nobody learns that: the new account waits for the confirmation of the address.
 */
async function refuseAddress(
  ctx: Context,
  tx: Transaction,
  arrival: Arrival,
  counts: boolean,
): Promise<null> {
  const sendsMail = ctx.services.settings.mailPagesUrl !== null;
  if (!counts || (sendsMail && !arrival.person.isEmailVerified)) return null;
  if (!arrival.person.isEmailVerified) await requireSignUp(ctx, tx, arrival);
  throw new AppError('EMAIL_NEEDS_LINK');
}

async function takenOver(
  ctx: Context,
  { tx, emit, afterCommit }: SigningUp,
  userId: string,
  address: string,
): Promise<string> {
  const ended = await ctx.services.upward.takeOver(ctx.services, tx, emit, {
    userId,
    address,
    client: ctx.request,
  });
  if (ended === null) throw new AppError('EMAIL_NEEDS_LINK');
  afterCommit(() => {
    closeSockets(ctx.services, ended);
    ctx.services.background.wake();
  });
  return userId;
}

async function requireSignUp(
  ctx: Context,
  tx: Transaction,
  { settings: { signUp }, inviteCode }: Arrival,
): Promise<void> {
  if (signUp === 'closed') throw new AppError('REGISTRATION_CLOSED');
  if (inviteCode !== undefined) await ctx.services.upward.requireInvite(ctx.services, tx, inviteCode);
  else if (signUp === 'invite') throw new AppError('INVITE_REQUIRED');
}

async function newAccount(
  ctx: Context,
  { tx, emit, isContested }: SigningUp,
  arrival: Arrival,
): Promise<string> {
  await requireSignUp(ctx, tx, arrival);
  const { settings, person, inviteCode } = arrival;
  const username = await freeUsername(tx, person, isContested);
  const email = person.isEmailVerified ? person.email : null;
  // Only the operator's word makes an address a proof for other providers.
  const isProven = settings.trustsEmail && email !== null;
  if (isProven) await claimAddress(ctx.services, tx, emit, { address: email, userId: null });
  const address = isProven ? { email, pendingEmail: null } : newAddress(ctx.services, email);
  const user = await insertAccount(ctx.services, tx, {
    username,
    displayName: DisplayName.safeParse(person.name).data,
    ...address,
    verifiedEmail: isProven ? email : null,
    passwordHash: null,
    admin: false,
  });
  await askToConfirm(ctx, tx, emit, user);
  if (inviteCode !== undefined) {
    await ctx.services.upward.joinByInvite(ctx.services, tx, emit, { code: inviteCode, userId: user.id });
  }
  return user.id;
}

async function requireActive(tx: Transaction, userId: string): Promise<void> {
  const account = await lockLogin(tx, userId);
  if (account === null || account.deactivatedAt !== null) throw new AppError('ACCOUNT_DEACTIVATED');
}
