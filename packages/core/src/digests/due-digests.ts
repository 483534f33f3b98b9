import type { Transaction } from '@palaver/db';
import { rowByRow, type WorkSource } from '../kernel/concurrency/background-work.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { findAccount } from '../mail/accounts.js';
import type { MailMeasures } from '../mail/measures.js';
import { enqueueMail, hasMails, OUTBOX_MAX } from '../mail/outbox.js';
import { findLastRead, setItemsMail } from '../notifications/mailed-items.js';
import type { Resources } from '../procedures/services.js';
import { addressOf } from './address.js';
import { DELAY_MS } from './delays.js';
import { findNewItems } from './item-queries.js';
import { planDigest } from './plan-digest.js';
import { type DueDigest, findDigest, findDueDigest, setDue } from './queries.js';
import { delayOf } from './record.js';

/** While this many mails wait, digests wait too: they take half of the outbox at most and keep nobody from a new password. */
const MAILS_WAITING_MAX = OUTBOX_MAX / 2;

/**
 * Puts the digests that are due into the outbox, one person at a time, as background work. The mail and the marks of
 * the items that it tells of are one transaction, under the lock of the person's stream: so an item is in one mail at
 * most, on however many nodes this runs and whatever is killed.
 */
export function dueDigests(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  measures: Pick<MailMeasures, 'digestLagSeconds'>,
): WorkSource {
  const next = async (after: DueDigest | null) => {
    const now = clock.now();
    const due = await findDueDigest(db, now, after);
    measures.digestLagSeconds = due ? (now.getTime() - due.dueAt.getTime()) / 1_000 : 0;
    return due;
  };
  return rowByRow<DueDigest>(next, ({ userId }) =>
    db.transaction((tx) => mailDigest(tx, userId, clock.now())),
  );
}

/** Returns false where the outbox has no room now. */
async function mailDigest(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  await lockStream(tx, userStream(userId));
  const digest = await findDigest(tx, userId);
  // Another node was here.
  if (digest === null || digest.dueAt === null || digest.dueAt > now) return true;
  const address = addressOf(await findAccount(tx, userId));
  const delay = delayOf(digest);
  if (address === null || delay === 'off') {
    await setDue(tx, userId, null);
    return true;
  }
  const items = await findNewItems(tx, userId);
  const silence = { lastReadAt: await findLastRead(tx, userId), delayMs: DELAY_MS[delay] };
  const plan = planDigest(items, silence, now.getTime());
  if (plan.now.length > 0) {
    if (await hasMails(tx, MAILS_WAITING_MAX)) return false;
    await setItemsMail(tx, plan.now, await enqueueMail(tx, { kind: 'digest', userId, address }, now));
  }
  await setDue(tx, userId, plan.dueAt === null ? null : new Date(plan.dueAt));
  return true;
}
