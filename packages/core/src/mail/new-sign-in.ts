import type { Transaction } from '@palaver/db';
import { z } from 'zod';
import type { NewSignIn } from '../procedures/hooks.js';
import type { Services } from '../procedures/services.js';
import { findAccount, isVerified } from './accounts.js';
import { type Letter, newSignInLetter } from './letters.js';
import { countMails, enqueueMail, hasMails, OUTBOX_MAX, type WaitingMail } from './outbox.js';

/** So many mails about sign-ins of one account wait at once, while the server of the operator is away. */
const WAITING_MAX = 3;
const DEVICE_MAX = 120;

const Details = z.object({
  at: z.coerce.date(),
  device: z.string().nullable(),
  network: z.string().nullable(),
});

/**
 * Mails a person that their account is used on a new device: to the address that it has now, because who has signed in may
 * change it. Only a verified address gets it, and a full outbox keeps nobody from signing in.
 */
export async function mailNewSignIn(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  { userId, userAgent, signedInFrom, createdAt }: NewSignIn,
): Promise<void> {
  if (settings.mailPagesUrl === null) return;
  const account = await findAccount(tx, userId);
  if (!account?.email || !isVerified(account)) return;
  const count = { userId, kind: 'new-sign-in', since: createdAt, except: null } as const;
  if ((await countMails(tx, count)) >= WAITING_MAX || (await hasMails(tx, OUTBOX_MAX))) return;
  const device = userAgent && deviceOf(userAgent);
  const details = { at: createdAt.toISOString(), device, network: signedInFrom };
  await enqueueMail(tx, { kind: 'new-sign-in', userId, address: account.email, details }, createdAt);
}

/** Whoever signs in chooses this text, so it has nothing that a mail program makes a link of. */
function deviceOf(userAgent: string): string {
  return userAgent
    .replace(/[^\w.,;()/+-]+/g, ' ')
    .slice(0, DEVICE_MAX)
    .trim();
}

export async function composeNewSignIn(tx: Transaction, mail: WaitingMail): Promise<Letter | null> {
  const account = mail.userId && (await findAccount(tx, mail.userId));
  if (!account || account.deactivatedAt !== null) return null;
  return newSignInLetter(account.username, Details.parse(mail.details));
}
