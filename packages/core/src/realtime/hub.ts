import { batched } from '../kernel/concurrency/batched.js';
import { throttle } from '../kernel/concurrency/throttle.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import type { Hint, Notice } from '../log/bus.js';
import { Delivery } from '../log/delivery.js';
import { readHeads } from '../log/read.js';
import type { FeedOptions } from '../procedures/feed.js';
import type { Resources } from '../procedures/services.js';
import { accessUsers } from '../users/access.js';
import type { MeRow } from '../users/record.js';
import { type Asking, authorizeAll } from './authorization.js';
import { ConsumerFeed } from './feed.js';
import { Follower } from './follower.js';
import { LogPages } from './log-pages.js';
import { Presence } from './presence.js';
import { RecentPositions } from './recent-positions.js';
import { Scheduler } from './scheduler.js';
import { SessionWatch } from './session-watch.js';
import { type StreamAccess, type Subscription, serverOf } from './subscription.js';

export type HubServices = Pick<Resources, 'db' | 'bus' | 'clock' | 'log'>;

export interface HubOptions {
  /** How often heads are compared and sessions checked. */
  readonly tickMs?: number;
  /** How long a coming or going waits to be told. */
  readonly presenceMs?: number;
}

const TICK_MS = 1_000;
/** As many as one statement looks up: a slice of a crowd that comes back together. */
const LOOKUPS_MAX = 32;

/** What all connections of this process share: one listener on the bus, and one follower for each stream heard. */
export class Hub {
  readonly turns = new Scheduler();
  /** What a crowd that comes back together has to wait for before each piece of its work. */
  readonly pace = throttle();
  readonly presence: Presence;
  readonly #services: HubServices;
  readonly #tickMs: number;
  readonly #pages: LogPages;
  readonly #sessions = new SessionWatch();
  readonly #places = new RecentPositions();
  readonly #followers = new Map<string, Follower>();
  readonly #releases = new Map<ConsumerFeed, () => void>();
  readonly #admit: (asking: Asking) => Promise<StreamAccess[]>;
  readonly #findAccount: (userId: string) => Promise<MeRow | null>;
  readonly #leaveBus: ReadonlyArray<() => void>;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(services: HubServices, options: HubOptions = {}) {
    const { bus, db } = services;
    this.#services = services;
    this.#tickMs = options.tickMs ?? TICK_MS;
    this.#pages = new LogPages(db);
    this.#admit = batched((asking) => authorizeAll(db, asking), LOOKUPS_MAX);
    this.#findAccount = batched((ids) => accessUsers(db, ids), LOOKUPS_MAX);
    this.presence = new Presence(bus, options.presenceMs);
    this.#leaveBus = [
      bus.onHint((hint) => this.#hear(hint)),
      bus.onNotice((notice) => this.#notify(notice)),
      bus.onSessionEnd(({ sessionId }) => this.#sessions.end(sessionId)),
    ];
  }

  /** Opens the feed of one connection. It ends with its actor's session. */
  connect(actor: Actor, options: FeedOptions = {}): ConsumerFeed {
    const feed = new ConsumerFeed(this, actor, options);
    this.#releases.set(
      feed,
      this.attend(actor.sessionId, () => feed.end('session-over')),
    );
    return feed;
  }

  /** Calls `onEnd` when a session is over; the returned function stops that. */
  attend(sessionId: string, onEnd: () => void): () => void {
    this.#timer ??= this.#tickLater();
    return this.#sessions.attend(sessionId, onEnd);
  }

  /** Ends every feed and leaves the bus. */
  close(): void {
    this.#closed = true;
    for (const leave of this.#leaveBus) leave();
    for (const feed of this.#releases.keys()) feed.end('restarting');
    if (this.#timer) clearTimeout(this.#timer);
    this.presence.stop();
  }

  /** Looks up which of these streams the actor may hear. */
  admit({ userId }: Actor, ids: readonly string[]): Promise<StreamAccess[]> {
    return this.#admit({ userId, ids });
  }

  /** The account that a connection belongs to. Throws `USER_NOT_FOUND` when it is gone. */
  async account(userId: string): Promise<MeRow> {
    const account = await this.#findAccount(userId);
    if (account === null) throw new AppError('USER_NOT_FOUND');
    return account;
  }

  /** Whether what was looked up still holds: nobody has lost anything meanwhile that it could not know of. */
  isCurrent(accesses: readonly StreamAccess[]): boolean {
    return accesses.every(({ stream, head, guard }) => {
      const own = this.#followers.get(stream.id);
      return (own?.unchangedSince(head) ?? true) && (guard === null || this.#keptSince(guard));
    });
  }

  /** Begins to follow a subscription's streams, from where they were when it was admitted. */
  attach(subscription: Subscription): Follower {
    const { stream, head, guard } = subscription;
    const follower = this.#follow(stream.id, head);
    follower.add(subscription);
    if (guard) this.#follow(guard.serverId, guard.head).addGuarded(subscription);
    const serverId = serverOf(subscription);
    if (serverId !== null) this.presence.enter(serverId, subscription.listener.userId);
    return follower;
  }

  detach(subscription: Subscription): void {
    this.#release(subscription.stream.id, subscription);
    if (subscription.guard) this.#release(subscription.guard.serverId, subscription);
    const serverId = serverOf(subscription);
    if (serverId !== null) this.presence.leave(serverId, subscription.listener.userId);
  }

  /** Forgets a feed that has ended. */
  forget(feed: ConsumerFeed): void {
    this.#releases.get(feed)?.();
    this.#releases.delete(feed);
  }

  /** Events after a place, up to one that is known to exist; null when the log cannot be read just now. */
  async readLog(streamId: string, after: number, wanted: number): Promise<readonly Delivery[] | null> {
    try {
      return await this.#pages.read(streamId, after, wanted);
    } catch (error) {
      this.#services.log.warn({ err: error, streamId }, 'Could not read the event log');
      return null;
    }
  }

  #keptSince({ serverId, head }: NonNullable<StreamAccess['guard']>): boolean {
    const guard = this.#followers.get(serverId);
    return guard ? guard.keptSince(head) : this.#places.of(serverId) <= head;
  }

  #follow(streamId: string, at: number): Follower {
    const { log } = this.#services;
    const follower =
      this.#followers.get(streamId) ??
      new Follower(streamId, at, { pages: this.#pages, turns: this.turns, log });
    this.#followers.set(streamId, follower);
    // The look-up may know more than the bus has told, and the bus may have told more meanwhile.
    follower.reach(Math.max(at, this.#places.of(streamId)));
    return follower;
  }

  #release(streamId: string, subscription: Subscription): void {
    const follower = this.#followers.get(streamId);
    follower?.remove(subscription);
    if (follower?.idle) this.#followers.delete(streamId);
  }

  #hear({ streamId, seq, frame }: Hint): void {
    if (this.#sessions.idle) return;
    this.#places.note(streamId, seq);
    this.#followers.get(streamId)?.hear(seq, frame);
    this.turns.run();
  }

  #notify({ streamId, frame, exceptUserId }: Notice): void {
    this.#followers.get(streamId)?.notify(new Delivery(frame), exceptUserId);
    this.turns.run();
  }

  #tickLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#tick(), this.#tickMs).unref();
  }

  /** What the bus may have lost is found here. Nothing ticks while nobody is connected. */
  async #tick(): Promise<void> {
    this.#places.turn();
    this.#pages.turn();
    const { db, clock, log } = this.#services;
    const checks = [this.#compareHeads(), this.#sessions.check(db, clock.now())];
    for (const check of await Promise.allSettled(checks)) {
      if (check.status === 'rejected')
        log.warn({ err: check.reason }, 'Could not look after the open connections');
    }
    this.#timer = this.#closed || this.#sessions.idle ? null : this.#tickLater();
  }

  async #compareHeads(): Promise<void> {
    const heads = await readHeads(this.#services.db, [...this.#followers.keys()]);
    for (const { id, seq } of heads) this.#followers.get(id)?.reach(seq);
  }
}
