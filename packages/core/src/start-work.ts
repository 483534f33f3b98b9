import { remainsOfAccounts } from './account-deletion/remains.js';
import { composeDigest } from './digests/compose-digest.js';
import { dueDigests } from './digests/due-digests.js';
import { scheduleDigests } from './digests/schedule.js';
import { findLostDrafts } from './drafts/lost-drafts.js';
import { erasureWork } from './erasures/work.js';
import { findLostFavorites } from './favorites/lost-favorites.js';
import { commandUpdates } from './interactions/command-updates.js';
import { BackgroundWork, type WorkSource } from './kernel/concurrency/background-work.js';
import type { RecentPosts } from './log/consumers/recent-posts.js';
import { RunningConsumer } from './log/consumers/running-consumer.js';
import type { WriteContext } from './log/transact.js';
import type { Compose } from './mail/compose.js';
import { mailDelivery } from './mail/deliver.js';
import type { MailMeasures } from './mail/measures.js';
import { messageRemovals } from './messages/removal/removals.js';
import { notificationEngine } from './notifications/engine.js';
import type { Using } from './procedures/context.js';
import type { Resources } from './procedures/services.js';
import type { Hub } from './realtime/hub.js';
import { dueReminders } from './saved-messages/due-reminders.js';
import { searchBackfill, searchRenewal } from './search/backfill.js';
import { resealing } from './secret-key/resealing.js';
import { departures } from './servers/leaving.js';
import { followAnnouncements } from './threads/announcements.js';
import { nameIndexing } from './users/name-index.js';
import { profileUpdates } from './users/unpublished-profiles.js';

/** What work that no request waits for runs with. */
type WorkContext = WriteContext & Using<'upward' | 'files' | 'log' | 'settings' | 'background' | 'secrets'>;

export function startEngine(ctx: WorkContext, hub: Hub, recentPosts: RecentPosts): RunningConsumer {
  const usersHere = (serverId: string) => hub.presence.usersHere(serverId);
  const { clock, settings } = ctx.services;
  const forEngine = {
    clock,
    usersHere,
    findLost: [findLostDrafts, findLostFavorites],
    scheduleDigests: digestsBy(settings),
  };
  return new RunningConsumer(ctx, notificationEngine(forEngine), recentPosts);
}

/** Makes mails due about new items, where mail is on. */
const digestsBy = ({ mailPagesUrl }: WorkContext['services']['settings']) =>
  mailPagesUrl === null ? async () => {} : scheduleDigests;

/** What makes items of the inbox of reminders that are due. */
export function reminders(ctx: WorkContext): WorkSource {
  return dueReminders(ctx, { scheduleDigests: digestsBy(ctx.services.settings) });
}

/** What sends mails, where mail is on. */
export function startMails(resources: Resources, measures: MailMeasures | null): BackgroundWork {
  const { mailer, log } = resources;
  if (!mailer || !measures) return new BackgroundWork([], log);
  const compose: Compose = (composing) => composeDigest(resources, composing);
  const delivery = mailDelivery({ ...resources, measures }, mailer, compose);
  return new BackgroundWork([dueDigests(resources, measures), delivery], log);
}

/** Work that requests leave behind. */
export function startBackgroundWork(ctx: WorkContext): BackgroundWork {
  const { db, log } = ctx.services;
  return new BackgroundWork(
    [
      remainsOfAccounts(ctx),
      departures(ctx),
      profileUpdates(ctx),
      messageRemovals(ctx),
      erasureWork(ctx),
      commandUpdates(ctx),
      followAnnouncements(ctx),
      searchBackfill(db),
      searchRenewal(db),
      nameIndexing(db),
      resealing(ctx.services),
    ],
    log,
  );
}
