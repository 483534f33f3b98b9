import type { Transaction } from '@palaver/db';
import { lockLogin } from '../auth/accounts.js';
import { findMailAccount, isVerified, type MailAccount } from './accounts.js';
import { type Letter, passwordChangedLetter, resetLetter, verificationLetter } from './letters.js';
import { composeNewSignIn } from './new-sign-in.js';
import { countMails, type WaitingMail } from './outbox.js';
import { COUNTED_MS, type LinkPurpose, mintToken } from './tokens.js';
import { composeWebhookDisabled } from './webhook-disabled.js';

/** This many mails with a link of one kind an account gets in an hour. */
export const MAILS_PER_HOUR = 3;

/** A mail that must not be sent yet. */
export interface Postponed {
  readonly notBefore: Date;
}

export interface Composing {
  readonly tx: Transaction;
  readonly mail: WaitingMail;
  readonly now: Date;
  /** Where the pages are that links lead to. */
  readonly pagesUrl: string;
}

export type Compose = (composing: Composing) => Promise<Letter | Postponed | null>;

/**
 * Writes a mail that is to be sent now; null for one that is not to be sent any more, or to nobody. `composeDigest`
 * belongs to a slice above this one.
 */
export function composeLetter(composing: Composing, composeDigest: Compose): ReturnType<Compose> {
  switch (composing.mail.kind) {
    case 'verify-email':
      return composeVerification(composing);
    case 'reset-password':
      return composeReset(composing);
    case 'password-changed':
      return composePasswordChanged(composing);
    case 'new-sign-in':
      return composeNewSignIn(composing.tx, composing.mail);
    case 'webhook-disabled':
      return composeWebhookDisabled(composing.tx, composing.mail);
    case 'digest':
      return composeDigest(composing);
    default:
      // Of a later release, whose nodes send it.
      throw new Error('a mail of an unknown kind');
  }
}

async function composeVerification(composing: Composing): Promise<Letter | null> {
  const { tx, mail } = composing;
  const account = mail.userId && (await lockLogin(tx, mail.userId));
  if (!account || isVerified(account) || account.email !== mail.address) return null;
  return verificationLetter(account.username, await linkOf(composing, account, 'verify-email'));
}

/**
 * For the person whose address it is, where there is one. An address that nobody has verified counts, because most
 * people come back by no other way; not for an account without a password, whose address may be what a provider has
 * said.
 */
async function composeReset(composing: Composing): Promise<Letter | null> {
  const { tx, mail, now } = composing;
  const found = await findMailAccount(tx, mail.address);
  const account = found && (await lockLogin(tx, found));
  if (!account || account.email?.toLowerCase() !== mail.address.toLowerCase()) return null;
  if (account.deactivatedAt !== null || (account.passwordHash === null && !isVerified(account))) return null;
  const since = new Date(now.getTime() - COUNTED_MS);
  const count = { userId: account.id, kind: 'reset-password', since, except: mail.id } as const;
  if ((await countMails(tx, count)) >= MAILS_PER_HOUR) return null;
  return resetLetter(account.username, await linkOf(composing, account, 'reset-password'));
}

async function composePasswordChanged({ tx, mail }: Composing): Promise<Letter | null> {
  const account = mail.userId && (await lockLogin(tx, mail.userId));
  return account ? passwordChangedLetter(account.username) : null;
}

async function linkOf(
  { tx, mail, now, pagesUrl }: Composing,
  { id: userId, passwordHash }: MailAccount,
  purpose: LinkPurpose,
): Promise<string> {
  const token = await mintToken(tx, mail, { purpose, userId, passwordHash }, now);
  return `${pagesUrl}/${purpose}?token=${token}`;
}
