import type { Transaction } from '@palaver/db';
import { z } from 'zod';
import type { Services } from '../procedures/services.js';
import { WebhookDisabledReason } from '../protocol/records/webhook-disabled-reason.js';
import { findAccount, isVerified } from './accounts.js';
import { type Letter, webhookDisabledLetter } from './letters.js';
import { countMails, enqueueMail, hasMails, OUTBOX_MAX, type WaitingMail } from './outbox.js';

/** So many mails about webhooks of one account wait at once, while the server of the operator is away. */
const WAITING_MAX = 3;

const Details = z.object({ host: z.string(), reason: WebhookDisabledReason });

/** The webhook that the service has disabled. */
interface Disabled extends z.output<typeof Details> {
  readonly userId: string;
  readonly at: Date;
}

/**
 * Mails who manages a webhook that the service has disabled it, where their address is verified. A full outbox keeps no
 * webhook from being disabled.
 */
export async function mailWebhookDisabled(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  { userId, host, reason, at }: Disabled,
): Promise<void> {
  if (settings.mailPagesUrl === null) return;
  const account = await findAccount(tx, userId);
  if (!account?.email || !isVerified(account)) return;
  const count = { userId, kind: 'webhook-disabled', since: at, except: null } as const;
  if ((await countMails(tx, count)) >= WAITING_MAX || (await hasMails(tx, OUTBOX_MAX))) return;
  const details = { host, reason };
  await enqueueMail(tx, { kind: 'webhook-disabled', userId, address: account.email, details }, at);
}

export async function composeWebhookDisabled(tx: Transaction, mail: WaitingMail): Promise<Letter | null> {
  const account = mail.userId && (await findAccount(tx, mail.userId));
  if (!account || account.deactivatedAt !== null) return null;
  return webhookDisabledLetter(account.username, Details.parse(mail.details));
}
