/**
 * Brings one subscriber every event of its streams once and in order, in four phases:
 *
 * 1. Subscribe (`subscribe`): read the subscriber's access to the streams and attach to their relays.
 * 2. Catch up (`#catchUp`): read the log from the cursor, page by page, up to what the relay has delivered, and no
 *    faster than the budget of its user.
 * 3. Drop duplicates (`StreamRelay`): an event that is not after the cursor has been delivered already.
 * 4. Stream (`push`): once caught up, live events go from the relay to the buffer.
 */
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../kernel/errors/app-error.js';
import type { Actor } from '../../kernel/services/actor.js';
import { bytesOf, type Delivery, deliveryOf } from '../../log/delivery.js';
import type { Ending, Feed, FeedOptions, SubscribeRequest } from '../../procedures/feed.js';
import type { ServiceFrame } from '../../protocol/frames.js';
import type { Mode } from '../presence/pairs.js';
import type { StreamRelay } from '../streams/stream-relay.js';
import { inBatches, takePage } from './catch-up.js';
import type { FeedHub } from './feed-hub.js';
import { FeedSubscriptions } from './feed-subscriptions.js';
import { SendBuffer } from './send-buffer.js';
import { type StreamAccess, type Subscriber, type Subscription, serverIdOf } from './subscription.js';

/** How long a replay waits until it asks again whether it may go on. */
const RELEASE_PAUSE_MS = 50;
const AUTHORIZATION_ATTEMPTS = 6;
const AUTHORIZATION_PAUSE_MS = 10;

/** The feed of one WebSocket or one native subscription. `Hub.connect` creates it. */
export class SubscriberFeed implements Feed, Subscriber {
  readonly actor: Actor;
  readonly #hub: FeedHub;
  readonly #onEnd: FeedOptions['onEnd'];
  readonly #buffer: SendBuffer;
  readonly #subscriptions: FeedSubscriptions;
  #ending: Ending | null = null;
  #isIdle = false;
  #mode: Mode = 'active';

  constructor(hub: FeedHub, actor: Actor, { unsent, onEnd }: FeedOptions) {
    this.actor = actor;
    this.#hub = hub;
    this.#onEnd = onEnd;
    this.#buffer = new SendBuffer(hub.scheduler, unsent);
    this.#subscriptions = new FeedSubscriptions(hub, this);
  }

  get userId(): string {
    return this.actor.userId;
  }

  get mode(): Mode {
    return this.#mode;
  }

  get ending(): Ending | null {
    return this.#ending;
  }

  /**
   * What waits in the buffer comes first. The log is not read before the subscriber has taken the last batch. While the lease
   * is interrupted, nothing but answers about the connection itself is handed out.
   */
  async *deliveries(): AsyncGenerator<readonly Delivery[], void> {
    try {
      while (this.#ending === null) {
        const { isValidThisTick } = this.#hub.lease;
        const waiting = isValidThisTick ? this.#buffer.takeAll() : this.#buffer.take(isOfConnection);
        const next = isValidThisTick ? this.#subscriptions.nextCatchingUp() : undefined;
        const pauseMs = next ? this.#pauseBefore(next[1]) : null;
        if (waiting.length > 0) {
          this.#hub.counts.live += waiting.length;
          yield waiting;
        } else if (next && pauseMs === 0) yield* this.#catchUp(...next);
        else await this.#buffer.woken(pauseMs);
      }
    } finally {
      this.end('closed');
    }
  }

  setIdle(isIdle: boolean): void {
    this.#isIdle = isIdle;
    this.updateMode();
  }

  /** Counts for who is online as the client and the account say now. */
  updateMode(): void {
    const before = this.#mode;
    const shown = this.#isIdle ? 'idle' : 'active';
    this.#mode = this.#hub.visibility.isInvisible(this.userId) ? 'hidden' : shown;
    if (this.#mode === before) return;
    for (const subscription of this.#subscriptions.all()) {
      const serverId = serverIdOf(subscription);
      if (serverId !== null) this.#hub.presence.change(serverId, this.userId, before, this.#mode);
    }
  }

  async subscribe({ channelIds, since }: SubscribeRequest): Promise<void> {
    const ids = [...new Set(channelIds)];
    this.#subscriptions.requireRoomFor(ids);
    await this.#hub.visibility.learn(this.userId);
    this.updateMode();
    for (let attempt = 0; attempt < AUTHORIZATION_ATTEMPTS; attempt++) {
      const accesses = await this.#hub.authorize(this.actor, ids);
      if (this.#ending !== null) return;
      await this.#hub.throttle();
      if (this.#ending !== null) return;
      // Nothing may be awaited between this check and attaching to the relays: an event could come in between.
      if (this.#hub.isCurrent(accesses)) return this.#begin(ids, accesses, since);
      await setTimeout(attempt * AUTHORIZATION_PAUSE_MS);
    }
    throw new AppError('BUSY');
  }

  /** Ends the subscriptions to these streams; ids without a subscription are ignored. */
  unsubscribe(ids: readonly string[]): void {
    for (const id of ids) {
      const subscription = this.#subscriptions.get(id);
      if (subscription) this.#subscriptions.remove(subscription);
    }
  }

  /** Sends a frame to this subscriber alone. */
  send(frame: ServiceFrame): void {
    this.push(deliveryOf(frame));
    this.#hub.scheduler.run();
  }

  push(delivery: Delivery): void {
    if (this.#ending !== null) return;
    if (!this.#buffer.push(delivery)) this.end('overflow');
  }

  drop(streamId: string): void {
    this.#buffer.take(({ position }) => position?.streamId === streamId);
  }

  /** Goes on after the lease was interrupted. */
  resume(): void {
    this.#buffer.schedule();
  }

  revoke(subscription: Subscription): void {
    this.#subscriptions.remove(subscription);
    const { stream } = subscription;
    const channelId = stream.kind === 'channel' ? stream.id : null;
    this.push(
      deliveryOf({ type: 'access.revoked', data: { serverId: serverIdOf(subscription), channelId } }),
    );
  }

  disconnect(): void {
    this.end('log-unreadable');
  }

  /** Ends the feed. What still waits in the buffer is dropped. */
  end(ending: Ending): void {
    if (this.#ending !== null) return;
    this.#ending = ending;
    this.#hub.counts.endings[ending]++;
    this.#subscriptions.removeAll();
    this.#buffer.close();
    this.#onEnd?.(ending);
  }

  #begin(
    ids: readonly string[],
    accesses: readonly StreamAccess[],
    since: ReadonlyMap<string, number>,
  ): void {
    const byId = new Map(accesses.map((access) => [access.stream.id, access]));
    const channels = ids
      .flatMap((id) => byId.get(id) ?? [])
      .map(({ stream: { id }, head: seq }) => ({ id, seq }));
    const denied = ids.filter((id) => !byId.has(id));
    this.send({ type: 'subscribed', data: { channels, denied } });
    for (const access of accesses) {
      // A frame may have been too much for the subscriber: an ended feed must hold no subscription.
      if (this.#ending !== null) return;
      const added = this.#subscriptions.add(access, this.#cursorIn(access, since));
      if (added && access.stream.kind === 'server') this.#sendOnlineUsers(added);
    }
  }

  /** A cursor ahead of its stream is of a log that was lost, so the subscriber is told to read the state again. */
  #cursorIn({ stream: { id }, head }: StreamAccess, since: ReadonlyMap<string, number>): number | undefined {
    const cursor = since.get(id);
    if (cursor === undefined || cursor <= head) return cursor;
    this.push(deliveryOf({ type: 'resync', data: { channelId: id, seq: head } }));
    return head;
  }

  /** Once it is known, which takes a query where the server is the first of this node. */
  #sendOnlineUsers(subscription: Subscription): void {
    this.#hub.presence.read(subscription.stream.id, (frames) => {
      if (!this.#subscriptions.has(subscription)) return;
      for (const [userId, frame] of frames) if (userId !== this.userId) this.push(frame);
      this.#hub.scheduler.run();
    });
  }

  /** How long a replay waits, in milliseconds. */
  #pauseBefore({ isGuarded }: StreamRelay): number {
    return isGuarded ? this.#hub.replays.waitMs(this.userId) : RELEASE_PAUSE_MS;
  }

  /** Resolves when events of the relay's stream may be handed out, and when the feed has ended. */
  async #released(relay: StreamRelay): Promise<void> {
    while (this.#ending === null && !(this.#hub.lease.isValidThisTick && relay.isGuarded)) {
      await this.#buffer.woken(RELEASE_PAUSE_MS);
    }
  }

  /** Reads one page of the log for a subscription. */
  async *#catchUp(subscription: Subscription, relay: StreamRelay): AsyncGenerator<readonly Delivery[]> {
    const { stream, cursor } = subscription;
    const page = await this.#hub.replays.charge(
      this.userId,
      () => this.#hub.readLog(stream.id, cursor, relay.delivered),
      (read) => bytesOf(read ?? []),
    );
    if (page === null) return this.disconnect();
    // The subscription may have ended meanwhile.
    if (!this.#subscriptions.isCatchingUp(subscription)) return;
    const deliveries = takePage(subscription, page);
    if (deliveries === null) return this.disconnect();
    for (const batch of inBatches(deliveries)) {
      await this.#hub.throttle();
      await this.#released(relay);
      if (this.#ending !== null || !this.#subscriptions.has(subscription)) return;
      this.#hub.counts.replayed += batch.length;
      this.#hub.counts.replayedBytes += bytesOf(batch);
      yield batch;
    }
    // Not before: what ends the access meanwhile would be handed out live, after a hole.
    if (this.#subscriptions.has(subscription)) this.#subscriptions.updateLive(subscription, relay);
  }
}

function isOfConnection({ position, frame: { type } }: Delivery): boolean {
  return position === null && (type === 'ready' || type === 'error' || type === 'pong');
}
