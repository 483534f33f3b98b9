import type { Transaction } from '@palaver/db';
import { z } from 'zod';
import type { Services } from '../procedures/services.js';
import type { NewSignIn } from '../procedures/upward-calls.js';
import { findAccount } from './accounts.js';
import { type Letter, newSignInLetter } from './letters.js';
import { mailNotice } from './notices.js';
import type { WaitingMail } from './outbox.js';

const DEVICE_MAX = 120;

const Details = z.object({
  at: z.coerce.date(),
  device: z.string().nullable(),
  network: z.string().nullable(),
});

/**
 * Mails a person that their account is used on a new device. The address is that of now, because who has signed in may change
 * it.
 */
export async function mailNewSignIn(
  services: Pick<Services, 'settings'>,
  tx: Transaction,
  { userId, userAgent, signedInFrom, createdAt }: NewSignIn,
): Promise<void> {
  const device = userAgent && deviceOf(userAgent);
  const details = { at: createdAt.toISOString(), device, network: signedInFrom };
  await mailNotice(services, tx, { kind: 'new-sign-in', userId, at: createdAt, details });
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
