import type { Transaction } from '@palaver/db';
import { z } from 'zod';
import type { Services } from '../procedures/services.js';
import { findAccount } from './accounts.js';
import { type Letter, secretsExposedLetter } from './letters.js';
import { mailNotice } from './notices.js';
import type { WaitingMail } from './outbox.js';

const Details = z.object({ serverName: z.string() });

/** The admin of a server of whose webhooks somebody else knows secrets. */
interface Exposed extends z.output<typeof Details> {
  readonly userId: string;
  readonly at: Date;
}

/** Mails an admin of a server that somebody knows secrets of its webhooks who may not. It names nobody, as a mail is kept elsewhere. */
export async function mailSecretsExposed(
  services: Pick<Services, 'settings'>,
  tx: Transaction,
  { userId, serverName, at }: Exposed,
): Promise<void> {
  await mailNotice(services, tx, { kind: 'secrets-exposed', userId, at, details: { serverName } });
}

export async function composeSecretsExposed(tx: Transaction, mail: WaitingMail): Promise<Letter | null> {
  const account = mail.userId && (await findAccount(tx, mail.userId));
  if (!account || account.deactivatedAt !== null) return null;
  return secretsExposedLetter(account.username, Details.parse(mail.details));
}
