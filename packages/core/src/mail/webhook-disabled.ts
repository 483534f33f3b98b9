import type { Transaction } from '@palaver/db';
import { z } from 'zod';
import type { Services } from '../procedures/services.js';
import { WebhookDisabledReason } from '../protocol/records/webhook-disabled-reason.js';
import { findAccount } from './accounts.js';
import { type Letter, webhookDisabledLetter } from './letters.js';
import { mailNotice } from './notices.js';
import type { WaitingMail } from './outbox.js';

const Details = z.object({ host: z.string(), reason: WebhookDisabledReason });

/** The webhook that the service has disabled. */
interface Disabled extends z.output<typeof Details> {
  readonly userId: string;
  readonly at: Date;
}

/** Mails who manages a webhook that the service has disabled it. */
export async function mailWebhookDisabled(
  services: Pick<Services, 'settings'>,
  tx: Transaction,
  { userId, host, reason, at }: Disabled,
): Promise<void> {
  await mailNotice(services, tx, { kind: 'webhook-disabled', userId, at, details: { host, reason } });
}

export async function composeWebhookDisabled(tx: Transaction, mail: WaitingMail): Promise<Letter | null> {
  const account = mail.userId && (await findAccount(tx, mail.userId));
  if (!account || account.deactivatedAt !== null) return null;
  return webhookDisabledLetter(account.username, Details.parse(mail.details));
}
