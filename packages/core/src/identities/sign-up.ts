import type { Transaction } from '@palaver/db';
import { insertAccount, lockLogin } from '../auth/accounts.js';
import { AppError } from '../kernel/errors/app-error.js';
import { againIfTaken } from '../kernel/errors/unique.js';
import type { ProviderSettings } from '../kernel/services/identity-settings.js';
import type { ProviderPerson } from '../kernel/services/sign-in-providers.js';
import { type Emit, transact } from '../log/transact.js';
import type { Context } from '../procedures/context.js';
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
    transact(ctx, async (tx, emit) => then(tx, await accountOf(ctx, { tx, emit, isContested }, arrival))),
  );
}

/** The transaction of a sign-up; `isContested` as of `freeUsername`. */
interface SigningUp {
  readonly tx: Transaction;
  readonly emit: Emit;
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
  const userId = (await accountOfEmail(ctx, tx, arrival)) ?? (await newAccount(ctx, signingUp, arrival));
  await queries.insertIdentity(tx, { ...key, userId, createdAt: now, lastUsedAt: now });
  return userId;
}

/** Who signs in at a provider gets the account of an address only where both sides have verified it. */
async function accountOfEmail(ctx: Context, tx: Transaction, arrival: Arrival): Promise<string | null> {
  const { settings, person } = arrival;
  const { email, isEmailVerified } = person;
  const found = email === null ? null : await queries.findByEmail(tx, email);
  if (found === null || email === null) return null;
  // That the address has an account is told to who has it, and to who might learn it by signing up.
  if (!isEmailVerified) await requireSignUp(ctx, tx, arrival);
  const isVerifiedHere = found.verifiedEmail?.toLowerCase() === email.toLowerCase();
  if (!settings.trustsEmail || !isEmailVerified || !isVerifiedHere) throw new AppError('EMAIL_NEEDS_LINK');
  await requireActive(tx, found.id);
  const has = await queries.listIdentities(tx, found.id);
  if (has.some(({ provider }) => provider === settings.name)) throw new AppError('EMAIL_NEEDS_LINK');
  return found.id;
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
  const user = await insertAccount(ctx.services, tx, {
    username,
    displayName: DisplayName.safeParse(person.name).data,
    email,
    // Only the operator's word makes an address a proof for other providers.
    verifiedEmail: settings.trustsEmail ? email : null,
    passwordHash: null,
    admin: false,
  });
  if (inviteCode !== undefined) {
    await ctx.services.upward.joinByInvite(ctx.services, tx, emit, { code: inviteCode, userId: user.id });
  }
  return user.id;
}

async function requireActive(tx: Transaction, userId: string): Promise<void> {
  const account = await lockLogin(tx, userId);
  if (account === null || account.deactivatedAt !== null) throw new AppError('ACCOUNT_DEACTIVATED');
}
