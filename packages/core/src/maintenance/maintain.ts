import { purgeReservedUsernames } from '../account-deletion/purge.js';
import { purgeAttachmentsOfDeletedChannels, purgeUnclaimedAttachments } from '../attachments/purge.js';
import { purgeExpiredSessions } from '../auth/sessions.js';
import { purgeTurns } from '../channels/slow-mode.js';
import { beginRetention } from '../erasures/retention.js';
import { purgeFree } from '../holds/purge.js';
import { purgeExpiredSignIns } from '../identities/purge.js';
import { makePartitions } from '../log/make-partitions.js';
import { purgeEvents } from '../log/retention.js';
import { purgeMailTokens } from '../mail/tokens.js';
import { finishDeletions } from '../messages/removal/superseded-events.js';
import { purgeImported } from '../moving/import/purge.js';
import { purgeDeliveries } from '../outgoing-webhooks/purge.js';
import type { Services } from '../procedures/services.js';
import { purgeExpiredTickets } from '../realtime/purge.js';
import { purgeSecondFactors } from '../second-factors/reset.js';
import { purgeSecurityEvents } from '../security-history/purge.js';
import { purgeEnded } from '../servers/purge.js';
import { purgeDeleted } from './purge-deleted.js';

const HOUR_MS = 3600 * 1000;

/**
 * One round of clean-up: sessions, tickets, sign-ins, challenges and links of mails that have expired, uploads that no
 * message carries, the contents of deleted channels and servers, and events past their retention. It also makes the
 * partitions of the days to come, and writes down which channels have messages past theirs. All of it goes in small
 * batches, and any number of nodes may do it at once.
 */
export async function maintain(
  services: Pick<Services, 'db' | 'clock' | 'files' | 'settings'>,
): Promise<void> {
  const { db, clock, settings } = services;
  await purgeExpiredSessions(services);
  await purgeExpiredSignIns(services);
  await purgeExpiredTickets(services);
  await purgeSecondFactors(services);
  await purgeMailTokens(services);
  await purgeSecurityEvents(services);
  await purgeUnclaimedAttachments(
    services,
    new Date(clock.now().getTime() - settings.limits.unclaimedHours * HOUR_MS),
  );
  // Before the channels: the rows of their attachments name the files.
  await purgeAttachmentsOfDeletedChannels(services);
  await finishDeletions(db);
  await beginRetention(services);
  await purgeFree(services);
  await purgeImported(services);
  await purgeDeleted(db);
  await purgeEnded(db);
  await purgeTurns(db);
  await purgeReservedUsernames(db);
  await purgeDeliveries(services);
  await makePartitions(services, settings.eventRetentionDays);
  await purgeEvents(services, settings.eventRetentionDays);
}
