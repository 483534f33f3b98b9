import { setTimeout as sleep } from 'node:timers/promises';
import { instanceAdminName } from './admin/access.js';
import { hasAdmin, makeFirstAdmin } from './admin/first-admin.js';
import { findKeyCaller } from './admin/key-caller.js';
import { findStoredBytes } from './attachments/stored-bytes.js';
import { actorOfSession } from './auth/actor-of-session.js';
import { IssuedTokens } from './auth/issued-token.js';
import { SessionCache } from './auth/session-cache.js';
import { authenticate, holdSession } from './auth/sessions.js';
import { requireStepUp } from './auth/step-up.js';
import { dmPartnersOf } from './channels/access.js';
import { createFirstChannel } from './channels/create.js';
import { joinDefaultChannels } from './channels/default-channels.js';
import { isLargeGroup, releaseChannels } from './channels/group-channels.js';
import { leaveSomeChannels } from './channels/leaving.js';
import { otherAccess } from './credentials/other-access.js';
import { takeOver } from './credentials/take-over.js';
import { stopSecretsOf } from './exposed-secrets/actions.js';
import { tellOfSecrets } from './exposed-secrets/tell.js';
import { createUploads } from './files/uploads.js';
import { createSignInProviders } from './identities/providers.js';
import { endOfInteractions, forgetBot } from './interactions/ending.js';
import { EndpointCalls, type EndpointMeasures } from './interactions/endpoint/calls.js';
import { BackgroundWork } from './kernel/concurrency/background-work.js';
import { SignInLimits } from './kernel/services/sign-in-limits.js';
import { RecentPosts } from './log/consumers/recent-posts.js';
import { RunningConsumer } from './log/consumers/running-consumer.js';
import { NO_REQUEST } from './log/transact.js';
import { createMailMeasures, type MailMeasures } from './mail/measures.js';
import { addressChanges, tellOfSecurity } from './mail/security-notice.js';
import { checkedQueue } from './messages/checking/checked-queue.js';
import { pacedQueue } from './messages/posting/paced-queue.js';
import { createPostQueue } from './messages/posting/queue.js';
import { ImportWork } from './moving/import/import-work.js';
import { readItemsUpTo } from './notifications/item-actions.js';
import { WebhookDelivery, type WebhookMeasures } from './outgoing-webhooks/deliver.js';
import { webhookQueue } from './outgoing-webhooks/queue.js';
import type { Resources, Services } from './procedures/services.js';
import type { UpwardCalls } from './procedures/upward-calls.js';
import { KnownChannelTails } from './read-state/channel-tails.js';
import { keepPositions } from './read-state/keep-position.js';
import { marksTogether } from './read-state/marks-together.js';
import { ReceiptNotices } from './read-state/receipt-notices.js';
import { Hub, type HubOptions } from './realtime/hub.js';
import { DueMessages, type ScheduledMeasures } from './scheduled-messages/due-messages.js';
import { searchIndexer } from './search/indexer.js';
import { commonServersOf, isServerMember, serversOf } from './servers/access.js';
import { joinByInvite, requireInvite } from './servers/invites.js';
import { joinServers } from './servers/joining.js';
import { reminders, startBackgroundWork, startEngine, startMails } from './start-work.js';
import { keepThreadPositions } from './threads/keep-position.js';
import { leaveUserGroups } from './user-groups/members.js';
import { statusExpiry } from './users/status-expiry.js';

/** In milliseconds. */
const MAIL_STOP_WITHIN_MS = 2_000;
/** How late a scheduled message or the end of a status may be because nobody looked, in milliseconds. */
const DUE_EVERY_MS = 1_000;

/** Everything that runs as long as the process and its database. */
export interface RunningServices extends Services, Pick<Resources, 'nodes'> {
  readonly hub: Hub;
  readonly consumers: readonly RunningConsumer[];
  readonly channelTails: KnownChannelTails;
  readonly background: Pick<BackgroundWork, 'wake' | 'idle'>;
  readonly imports: Pick<BackgroundWork, 'wake' | 'idle'>;
  readonly outbox: Pick<BackgroundWork, 'wake' | 'idle'>;
  /** Null where mail is off. */
  readonly mails: MailMeasures | null;
  readonly scheduled: RunningScheduled;
  readonly webhooks: RunningWebhooks;
  /** Ends every feed, and waits for the background work under way. The process closes what it has provided itself. */
  close(): Promise<void>;
}

/** What sends scheduled messages. */
export interface RunningScheduled {
  measure(): ScheduledMeasures;
  /** Resolves once nothing is due, or what is left has failed and waits to be tried again. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** What sends the deliveries of outgoing webhooks, and calls the endpoints of bots. */
export interface RunningWebhooks {
  wake(): void;
  /** Null where this node sends none. */
  measure(): WebhookMeasures | null;
  measureEndpoints(): EndpointMeasures | null;
  /** Resolves once nothing is due. */
  idle(): Promise<void>;
}

/** The functions of upper slices that lower ones call. */
const upward: UpwardCalls = {
  instanceAdminName,
  hasAdmin,
  makeFirstAdmin,
  requireInvite,
  joinByInvite: async (...given) => void (await joinByInvite(...given)),
  requireStepUp,
  holdSession,
  readNotifications: readItemsUpTo,
  tellOfSecurity,
  addressChanges,
  takeOver,
  otherAccess,
  serversOf,
  commonServersOf,
  joinServers,
  isServerMember,
  dmPartnersOf,
  createFirstChannel,
  joinDefaultChannels,
  leaveSomeChannels,
  leaveUserGroups,
  keepPositions: async (tx, messages) => {
    const idsOf = (some: typeof messages) => some.map(({ id }) => id);
    await keepPositions(tx, idsOf(messages));
    await keepThreadPositions(tx, idsOf(messages.filter(({ threadId }) => threadId !== null)));
  },
  isLargeGroup,
  releaseChannels,
  stopSecretsOf,
  tellOfSecrets,
  forgetBot,
};

/** Builds the services on what the process provides. Call it once for each database. */
export function createServices(resources: Resources, options: HubOptions = {}): RunningServices {
  const hub = new Hub(resources, options);
  const sessions = new SessionCache(resources, hub);
  const queue = createPostQueue(resources);
  const paced = pacedQueue(queue, hub);
  const { beforeSend = null } = resources;
  const posts = beforeSend ? checkedQueue(paced, { ...resources, beforeSend }) : paced;
  const uploads = uploadsOf(resources);
  // Work in the background also wakes itself, so its services know of it before it is there.
  const wake = { wake: () => background.wake() };
  const ctx = { services: { ...resources, beforeSend, upward, background: wake }, ...NO_REQUEST };
  const background = startBackgroundWork(ctx);
  const recentPosts = new RecentPosts(resources.bus);
  const engine = startEngine(ctx, hub, recentPosts);
  const searchIndex = new RunningConsumer(ctx, searchIndexer, recentPosts);
  const delivery = new WebhookDelivery(ctx, resources.webhookSender);
  const calls = new EndpointCalls(ctx, resources.webhookSender);
  const outward = [delivery.work, calls.work].flatMap((work) => work ?? []);
  const webhookEvents = webhookQueue(resources, () => delivery.work?.wake());
  const consumers = [engine, searchIndex, new RunningConsumer(ctx, webhookEvents)];
  const mails = resources.mailer ? createMailMeasures() : null;
  const outbox = startMails(resources, mails);
  const due = new DueMessages(ctx);
  const sending = new BackgroundWork(
    [due.source, reminders(ctx), statusExpiry(ctx), endOfInteractions(ctx)],
    resources.log,
    DUE_EVERY_MS,
  );
  const importWork = new ImportWork(ctx);
  const imports = new BackgroundWork([importWork.source], resources.log);
  const receipts = new ReceiptNotices(resources);
  const channelTails = new KnownChannelTails(resources);
  const forSessions = { ...resources, sessions };
  return {
    ...resources,
    beforeSend,
    upward,
    signInLimits: new SignInLimits(resources.clock),
    signInProviders: createSignInProviders(resources.settings.identity, resources.log),
    uploads,
    hub,
    issuedTokens: new IssuedTokens(resources.settings.identity.tokenIssuers),
    findActor: (token, network) => authenticate(forSessions, token, network),
    findActorOfSession: (sessionId) => actorOfSession(resources, sessionId),
    findKeyCaller: (token, actingFor) => findKeyCaller(resources, token, actingFor),
    posts,
    marks: marksTogether(resources),
    background,
    searchIndex,
    consumers,
    outbox,
    webhooks: {
      wake: () => {
        for (const work of outward) work.wake();
      },
      measure: () => delivery.measure(),
      measureEndpoints: () => calls.measure(),
      idle: async () => {
        await Promise.all(outward.map((work) => work.idle()));
      },
    },
    imports,
    mails,
    scheduled: {
      measure: () => due.measure(),
      idle: () => sending.idle(),
      stop: () => sending.stop(),
    },
    receipts,
    channelTails,
    connectFeed: (actor, feedOptions) => hub.connect(actor, feedOptions),
    close: async () => {
      hub.close();
      sessions.close();
      queue.close();
      recentPosts.close();
      await Promise.all([
        receipts.stop(),
        channelTails.stop(),
        stopAll(background, outbox),
        sending.stop(),
        ...outward.map((work) => work.stop()),
        imports.stop().then(() => importWork.close()),
        ...consumers.map((consumer) => consumer.stop()),
      ]);
    },
  };
}

function uploadsOf({ db, files, settings: { quotas } }: Resources) {
  return createUploads({ files, quotas, storedBytes: (personId) => findStoredBytes(db, personId) });
}

/** A mail under way may take long; another node, or the next start, sends it again. */
async function stopAll(background: BackgroundWork, outbox: BackgroundWork): Promise<void> {
  const sent = outbox.stop();
  await background.stop();
  await Promise.race([sent, sleep(MAIL_STOP_WITHIN_MS, undefined, { ref: false })]);
}
