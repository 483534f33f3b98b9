import { purgeAttachmentsOfDeletedChannels, purgeUnclaimedAttachments } from '../attachments/purge.js';
import { endExpiredSessions } from '../auth/sessions.js';
import { purgeEvents } from '../log/retention.js';
import type { Services } from '../procedures/services.js';
import { purgeExpiredTickets } from '../realtime/purge.js';
import { purgeDeleted } from './purge-deleted.js';

const DAY_MS = 24 * 3600 * 1000;

/** An upload waits this long for its message. */
const UNCLAIMED_DAYS = 1;

/**
 * One round of clean-up: sessions and tickets that have expired, uploads that no message carries, the contents of
 * deleted channels and servers, and events past their retention. All of it goes in small batches, and any number of
 * nodes may do it at once.
 */
export async function maintain(
  services: Pick<Services, 'db' | 'clock' | 'files' | 'settings'>,
): Promise<void> {
  const { db, clock, settings } = services;
  await endExpiredSessions(services);
  await purgeExpiredTickets(services);
  await purgeUnclaimedAttachments(services, new Date(clock.now().getTime() - UNCLAIMED_DAYS * DAY_MS));
  // The files of a deleted channel go first: its rows name them.
  await purgeAttachmentsOfDeletedChannels(services);
  await purgeDeleted(db);
  await purgeEvents(services, settings.eventRetentionDays);
}
