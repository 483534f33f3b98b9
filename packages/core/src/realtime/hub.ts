import type { LiveSessions } from '../auth/session-cache.js';
import { batched } from '../kernel/concurrency/batched.js';
import type { DebtBucketLimit } from '../kernel/concurrency/debt-bucket.js';
import { throttle } from '../kernel/concurrency/throttle.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import type { Hint, Notice } from '../log/bus.js';
import type { Delivery } from '../log/delivery.js';
import type { FeedOptions } from '../procedures/feed.js';
import type { Resources } from '../procedures/services.js';
import { isSuperseding } from '../protocol/superseded.js';
import { accessUsers } from '../users/access.js';
import type { MeRow } from '../users/record.js';
import { OpenSockets } from './connections/open-sockets.js';
import { SessionWatch } from './connections/session-watch.js';
import { Visibility } from './connections/visibility.js';
import { DeliveryCounts } from './feeds/delivery-counts.js';
import { SubscriberFeed } from './feeds/feed.js';
import type { FeedHub } from './feeds/feed-hub.js';
import { OpenFeeds } from './feeds/open-feeds.js';
import { REPLAY_LIMIT, ReplayBudget } from './feeds/replay-budget.js';
import { Scheduler, SLICE } from './feeds/scheduler.js';
import { type StreamAccess, type Subscription, serverIdOf } from './feeds/subscription.js';
import type { HubMeasures } from './hub-measures.js';
import { Presence } from './presence/presence.js';
import type { PresenceTimes } from './presence/presence-services.js';
import { type AuthorizationRequest, authorizeAll } from './rights/authorization.js';
import { Comparisons } from './rights/comparisons.js';
import type { Lease } from './rights/lease.js';
import { mayFollow } from './rights/stream-scopes.js';
import { LogPages } from './streams/log-pages.js';
import type { StreamRelay } from './streams/stream-relay.js';
import { StreamRelays } from './streams/stream-relays.js';

export type HubServices = Pick<
  Resources,
  'db' | 'comparing' | 'bus' | 'nodes' | 'clock' | 'log' | 'settings' | 'traces'
>;

export interface HubOptions {
  /** How often the heads of the streams and the sessions are checked. */
  readonly tickMs?: number;
  readonly presence?: Partial<PresenceTimes>;
  /** How many bytes of the log each person may have replayed. */
  readonly replayLimit?: DebtBucketLimit;
}

const TICK_MS = 1_000;
/** The most lookups that one statement serves when many clients reconnect together. */
const LOOKUPS_MAX = 32;

/** What all connections of this process share: one listener on the bus, and one relay per subscribed stream. */
export class Hub implements FeedHub, LiveSessions {
  readonly scheduler = new Scheduler();
  readonly throttle = throttle();
  readonly presence: Presence;
  readonly visibility: Visibility;
  readonly replays: ReplayBudget;
  readonly counts = new DeliveryCounts();
  readonly openSockets: OpenSockets;
  readonly #services: HubServices;
  readonly #pages: LogPages;
  readonly #sessions = new SessionWatch();
  readonly #relays: StreamRelays;
  readonly #feeds = new OpenFeeds();
  readonly #authorize: (request: AuthorizationRequest) => Promise<StreamAccess[]>;
  readonly #findAccount: (userId: string) => Promise<MeRow | null>;
  readonly #comparisons: Comparisons;
  /** By server and user, the last notice about presence that came while the lease was interrupted. */
  readonly #late = new Map<string, Notice>();
  readonly #leaveBus: ReadonlyArray<() => void>;

  constructor(services: HubServices, options: HubOptions = {}) {
    const { bus, db, comparing = db, log } = services;
    this.#services = services;
    this.#pages = new LogPages(db);
    this.#relays = new StreamRelays(comparing, {
      pages: this.#pages,
      scheduler: this.scheduler,
      log,
      traces: services.traces,
    });
    this.#authorize = batched((requests) => authorizeAll(db, requests), LOOKUPS_MAX);
    this.#findAccount = batched((ids) => accessUsers(db, ids), LOOKUPS_MAX);
    this.#comparisons = new Comparisons({
      services: { db: comparing, clock: services.clock, log },
      relays: this.#relays,
      sessions: this.#sessions,
      tickMs: options.tickMs ?? TICK_MS,
      onTick: () => this.#startGeneration(),
      onUsers: (users) => this.visibility.update(users),
      onResume: () => this.#resumeFeeds(),
      onLost: () => this.#feeds.end(1),
    });
    this.presence = new Presence(services, (notice) => this.#tellPresence(notice), options.presence);
    this.visibility = new Visibility(
      async (userId) => (await this.#findAccount(userId))?.invisible ?? false,
      (userId) => this.#feeds.updateModes(userId),
    );
    this.openSockets = new OpenSockets(services.settings.quotas.sockets);
    this.replays = new ReplayBudget(options.replayLimit ?? REPLAY_LIMIT);
    this.#leaveBus = [
      bus.onHint((hint) => this.#receive(hint)),
      bus.onCheck(() => this.#comparisons.run()),
      bus.onNotice((notice) => this.#notify(notice)),
      bus.onSessionEnd(({ sessionId }) => this.#sessions.end(sessionId)),
    ];
  }

  get lease(): Lease {
    return this.#comparisons.lease;
  }

  /** Opens the feed of one connection. It ends when its actor's session is over. Throws `TOO_MANY_SOCKETS`. */
  connect(actor: Actor, options: FeedOptions = {}): SubscriberFeed {
    const leave = this.openSockets.open(actor.userId);
    const feed = new SubscriberFeed(this, actor, {
      ...options,
      onEnd: (ending) => {
        leave();
        stopWatching();
        this.#feeds.delete(feed);
        if (!this.openSockets.has(actor.userId)) this.visibility.forget(actor.userId);
        options.onEnd?.(ending);
      },
    });
    const stopWatching = this.watchSession(actor, () => feed.end('session-over'));
    this.#feeds.add(feed);
    return feed;
  }

  /** What the hub is doing now, for the metrics. Beside it, `counts` has what it has done. */
  measure(): HubMeasures {
    return {
      feeds: this.#feeds.size,
      followedStreams: this.#relays.size,
      lagEvents: this.#relays.lag,
      lagSeconds: this.#comparisons.lagSeconds,
      replayingPersons: this.replays.size,
    };
  }

  /** Calls `onEnd` once when the session is over. The returned function cancels that. */
  watchSession(actor: Actor, onEnd: () => void): () => void {
    this.#comparisons.start();
    return this.#sessions.watch(actor, onEnd);
  }

  /** Whether a session has an open connection and was compared with the database within the last `withinMs`. */
  isKnownLive(sessionId: string, withinMs: number): boolean {
    return this.lease.age <= withinMs && this.#sessions.has(sessionId);
  }

  /** Ends a share of the feeds, from 0 to 1: those first that have been open the longest. Their clients connect again. */
  endFeeds(share: number): void {
    this.presence.handOver();
    this.#feeds.end(share);
  }

  /** Ends every feed and leaves the bus. */
  close(): void {
    for (const leave of this.#leaveBus) leave();
    this.endFeeds(1);
    this.#comparisons.stop();
    void this.presence.stop();
  }

  async authorize(actor: Actor, ids: readonly string[]): Promise<StreamAccess[]> {
    const accesses = await this.#authorize({ userId: actor.userId, ids });
    return accesses.filter(({ stream }) => mayFollow(actor, stream.kind));
  }

  /** The account of a connection's user. Throws `USER_NOT_FOUND` when it is deleted. */
  async account(userId: string): Promise<MeRow> {
    const account = await this.#findAccount(userId);
    if (account === null) throw new AppError('USER_NOT_FOUND');
    return account;
  }

  /** Whether the fan-out is behind with a channel of many. */
  isBehind(channelId: string): boolean {
    return this.scheduler.isBehind && this.#relays.followersOf(channelId) > SLICE;
  }

  /** Resolves once everybody has been woken for what has been delivered so far. */
  caughtUp(): Promise<void> {
    return this.scheduler.caughtUp();
  }

  isCurrent(accesses: readonly StreamAccess[]): boolean {
    return this.#relays.isCurrent(accesses);
  }

  attach(subscription: Subscription): StreamRelay {
    const relay = this.#relays.attach(subscription);
    const serverId = serverIdOf(subscription);
    const { userId, mode } = subscription.subscriber;
    if (serverId !== null) this.presence.enter(serverId, userId, mode);
    return relay;
  }

  detach(subscription: Subscription): void {
    this.#relays.detach(subscription);
    const serverId = serverIdOf(subscription);
    const { userId, mode } = subscription.subscriber;
    if (serverId !== null) this.presence.leave(serverId, userId, mode);
  }

  readLog(streamId: string, after: number, known: number): Promise<readonly Delivery[] | null> {
    return this.#pages.tryToRead(this.#services.log, streamId, after, known);
  }

  #receive(hint: Hint): void {
    // Every post comes here, and to look into its frame costs more than to look for pages.
    if (this.#pages.has(hint.streamId) && (hint.frame === null || isSuperseding(hint.frame)))
      this.#pages.forget(hint.streamId);
    if (this.#sessions.idle) return;
    if (this.lease.isValid) this.#relays.receive(hint);
    else this.#relays.note(hint);
    this.scheduler.run();
  }

  #notify(notice: Notice): void {
    if (!this.presence.takes(notice) && this.lease.isValid) this.#deliver(notice);
  }

  /** What is told about a user once, is told late rather than never. */
  #tellPresence(notice: Notice): void {
    if (this.lease.isValid) this.#deliver(notice);
    else this.#late.set(`${notice.streamId} ${notice.exceptUserId}`, notice);
  }

  #deliver(notice: Notice): void {
    this.#relays.notify(notice);
    this.scheduler.run();
  }

  #startGeneration(): void {
    this.#relays.startGeneration();
    this.#pages.startGeneration();
    this.replays.forgetFull();
  }

  #resumeFeeds(): void {
    this.#feeds.resume();
    for (const notice of this.#late.values()) this.#relays.notify(notice);
    this.#late.clear();
    this.scheduler.run();
  }
}
