import type { Transaction } from '@palaver/db';
import type { Services } from '../procedures/services.js';
import { findAccount } from './accounts.js';
import { countWaiting, enqueueMail, hasMails, type MailKind, type NewMail, OUTBOX_MAX } from './outbox.js';

/** This many notices of a kind wait for one account at once, while the server of the operator is away. */
export const NOTICES_MAX = 3;

/** What a person is told by mail without having asked for it. */
interface Notice extends Required<Pick<NewMail, 'details'>> {
  readonly kind: Extract<MailKind, 'security' | 'webhook-disabled' | 'secrets-exposed'>;
  readonly userId: string;
  readonly at: Date;
  /** Undefined for the address that the account has now; null for none. */
  readonly address?: string | null | undefined;
}

/**
 * Mails a person a notice, in the transaction of what it tells of: to the address that counts. A full outbox keeps nothing from happening that a notice would tell of.
 */
export async function mailNotice(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  { kind, userId, at, details, address }: Notice,
): Promise<void> {
  if (settings.mailPagesUrl === null) return;
  const to = address === undefined ? (await findAccount(tx, userId))?.email : address;
  if (!to) return;
  const waiting = await countWaiting(tx, userId, kind);
  if (waiting >= NOTICES_MAX || (await hasMails(tx, OUTBOX_MAX))) return;
  await enqueueMail(tx, { kind, userId, address: to, details }, at);
}
