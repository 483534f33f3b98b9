import type { Transaction } from '@palaver/db';
import type { Services } from '../procedures/services.js';
import { findAccount, isVerified } from './accounts.js';
import { countMails, enqueueMail, hasMails, type MailKind, type NewMail, OUTBOX_MAX } from './outbox.js';

/** This many notices of a kind wait for one account at once, while the server of the operator is away. */
export const NOTICES_MAX = 3;

/** What a person is told by mail without having asked for it. */
interface Notice extends Required<Pick<NewMail, 'details'>> {
  readonly kind: Extract<MailKind, 'new-sign-in' | 'webhook-disabled'>;
  readonly userId: string;
  readonly at: Date;
}

/**
 * Mails a person a notice, in the transaction of what it tells of: to the address that the account has now, where it is
 * verified. A full outbox keeps nothing from happening that a notice would tell of.
 */
export async function mailNotice(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  { kind, userId, at, details }: Notice,
): Promise<void> {
  if (settings.mailPagesUrl === null) return;
  const account = await findAccount(tx, userId);
  if (!account?.email || !isVerified(account)) return;
  const waiting = await countMails(tx, { userId, kind, since: at, except: null });
  if (waiting >= NOTICES_MAX || (await hasMails(tx, OUTBOX_MAX))) return;
  await enqueueMail(tx, { kind, userId, address: account.email, details }, at);
}
