import type { Transaction } from '@palaver/db';
import { z } from 'zod';
import { AppError } from '../kernel/errors/app-error.js';
import type { Services } from '../procedures/services.js';
import type { AddressChange, SecurityNotice } from '../procedures/upward-calls.js';
import { SECURITY_EVENTS, type SecurityKind } from '../protocol/records/security-event.js';
import { countSecurityEvents, insertSecurityEvent } from '../security-history/history.js';
import { findAccount } from './accounts.js';
import { type Letter, securityLetter } from './letters.js';
import { mailNotice } from './notices.js';
import { enqueueMail, type WaitingMail } from './outbox.js';

const HOUR_MS = 3_600_000;
/** An account changes its address this often in an hour (docs/identity.md, Security history). */
const ADDRESSES_PER_HOUR = 5;
const DEVICE_MAX = 120;

const Details = z.object({
  what: z.string(),
  at: z.coerce.date(),
  device: z.string().nullable(),
  network: z.string().nullable(),
});

/**
 * Writes into an account's history what has happened to a way into it, and mails it to the address that counted before. Call it in the
 * transaction in which it happens.
 */
export async function tellOfSecurity(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  { userId, kind, client, about = null, address }: SecurityNotice,
): Promise<void> {
  const at = services.clock.now();
  const userAgent = client?.userAgent?.slice(0, 256) ?? null;
  const network = client?.network ?? null;
  await insertSecurityEvent(tx, { userId, kind, createdAt: at, details: { userAgent, network, about } });
  const device = userAgent && deviceOf(userAgent);
  const details = { what: kind, at: at.toISOString(), device, network };
  await mailNotice(services, tx, { kind: 'security', userId, at, details, address });
}

/** Tells of another address, and mails a link to it where it counts once that was followed. Throws `TOO_MANY_ADDRESSES`. */
export async function addressChanges(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  { userId, client, before, email, pendingEmail }: AddressChange,
): Promise<void> {
  const now = services.clock.now();
  if (pendingEmail || email !== undefined) {
    const kind: SecurityKind = pendingEmail ? 'email.requested' : 'email.changed';
    const since = new Date(now.getTime() - HOUR_MS);
    if ((await countSecurityEvents(tx, { userId, kind, since })) >= ADDRESSES_PER_HOUR)
      throw new AppError('TOO_MANY_ADDRESSES');
    const about = pendingEmail ?? email ?? null;
    await tellOfSecurity(services, tx, { userId, kind, client, about, address: before });
  }
  if (pendingEmail) await enqueueMail(tx, { kind: 'verify-email', userId, address: pendingEmail }, now);
}

/** Whoever does it chooses this text, so it has nothing that a mail program makes a link of. */
function deviceOf(userAgent: string): string {
  return userAgent
    .replace(/[^\w.,;()/+-]+/g, ' ')
    .slice(0, DEVICE_MAX)
    .trim();
}

export async function composeSecurityNotice(tx: Transaction, mail: WaitingMail): Promise<Letter | null> {
  const account = mail.userId && (await findAccount(tx, mail.userId));
  if (!account || account.deactivatedAt !== null) return null;
  const { what, ...facts } = Details.parse(mail.details);
  // A node of a later release may have written a kind that this one does not know; it sends it.
  if (!isKnown(what)) throw new Error('a mail about an unknown event');
  return securityLetter(account.username, SECURITY_EVENTS[what], facts);
}

function isKnown(kind: string): kind is SecurityKind {
  return Object.hasOwn(SECURITY_EVENTS, kind);
}
