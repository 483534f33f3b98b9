import type { Transaction } from '@palaver/db';
import { lockLogin } from '../auth/accounts.js';
import { findByAddress } from '../users/addresses.js';
import { addressToConfirm, isAddressOf, isVerified, type MailAccount } from './accounts.js';
import {
  addressInUseLetter,
  invitationLetter,
  type Letter,
  resetLetter,
  verificationLetter,
} from './letters.js';
import { countMails, type WaitingMail } from './outbox.js';
import { composeSecretsExposed } from './secrets-exposed.js';
import { composeSecurityNotice } from './security-notice.js';
import { COUNTED_MS, endTokens, type LinkPurpose, mintToken } from './tokens.js';
import { composeWebhookDisabled } from './webhook-disabled.js';

/** This many mails with a link of one kind an address gets in an hour. */
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
    case 'invitation':
      return composeInvitation(composing);
    case 'security':
      return composeSecurityNotice(composing.tx, composing.mail);
    case 'webhook-disabled':
      return composeWebhookDisabled(composing.tx, composing.mail);
    case 'secrets-exposed':
      return composeSecretsExposed(composing.tx, composing.mail);
    case 'digest':
      return composeDigest(composing);
    default:
      // Of a later release, whose nodes send it.
      throw new Error('a mail of an unknown kind');
  }
}

/** A mail to who has proven the address already says so: that it has an account is told to its person alone. */
async function composeVerification(composing: Composing): Promise<Letter | null> {
  const { tx, mail, now } = composing;
  const account = mail.userId && (await lockLogin(tx, mail.userId));
  if (!account || addressToConfirm(account) !== mail.address) return null;
  const found = await findByAddress(tx, mail.address);
  if (found && found.id !== account.id && isVerified(found))
    return composeReset(composing, addressInUseLetter);
  const since = new Date(now.getTime() - COUNTED_MS);
  const count = { address: mail.address, kind: 'verify-email', since, except: mail.id } as const;
  if ((await countMails(tx, count)) >= MAILS_PER_HOUR) return null;
  return verificationLetter(account.username, await linkOf(composing, account, 'verify-email'));
}

/** For the person whose address it is, where there is one, also where nobody has proven it yet: who reads its mails does. */
async function composeReset(composing: Composing, write = resetLetter): Promise<Letter | null> {
  const { tx, mail, now } = composing;
  const found = await findByAddress(tx, mail.address);
  const account = found && (await lockLogin(tx, found.id));
  if (!account || !isAddressOf(account, mail.address) || account.deactivatedAt !== null) return null;
  const since = new Date(now.getTime() - COUNTED_MS);
  const count = { address: mail.address, kind: 'reset-password', since, except: mail.id } as const;
  if ((await countMails(tx, count)) >= MAILS_PER_HOUR) return null;
  return write(account.username, await linkOf(composing, account, 'reset-password'));
}

/** Nothing is sent to who has set a password meanwhile. */
async function composeInvitation(composing: Composing): Promise<Letter | null> {
  const { tx, mail, now } = composing;
  const account = mail.userId && (await lockLogin(tx, mail.userId));
  if (!account || account.passwordHash !== null || account.deactivatedAt !== null) return null;
  if (!isAddressOf(account, mail.address)) return null;
  await endTokens(tx, [account.id], 'invitation', now);
  return invitationLetter(account.username, await linkOf(composing, account, 'invitation'));
}

async function linkOf(
  { tx, mail, now, pagesUrl }: Composing,
  { id: userId, passwordHash }: MailAccount,
  purpose: LinkPurpose,
): Promise<string> {
  const token = await mintToken(tx, mail, { purpose, userId, passwordHash }, now);
  const page = purpose === 'invitation' ? 'reset-password' : purpose;
  return `${pagesUrl}/${page}?token=${token}`;
}
