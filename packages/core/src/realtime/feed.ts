import { setTimeout } from 'node:timers/promises';
import { AppError } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import { type Delivery, deliveryOf } from '../log/delivery.js';
import type { Ending, Feed, FeedOptions, SubscribeRequest } from '../procedures/feed.js';
import type { ServiceFrame } from '../protocol/frames.js';
import type { Follower } from './follower.js';
import type { Hub } from './hub.js';
import type { Wakeable } from './scheduler.js';
import { type Listener, type StreamAccess, type Subscription, serverOf } from './subscription.js';

/** A consumer that lets more than this pile up is sent away; its cursors bring everything back. */
export const UNSENT_BYTES_MAX = 1024 * 1024;
/** As many streams as one connection may hear. */
export const SUBSCRIPTIONS_MAX = 5_000;

/** As many people as are told of to whoever begins to hear a server. */
const ONLINE_MAX = 1_000;
const CHUNK_BYTES = 64 * 1024;
const ADMISSION_ATTEMPTS = 6;
const ADMISSION_PAUSE_MS = 10;

/** Everything one consumer hears: a socket, or a native subscription. Made by `Hub.connect`. */
export class ConsumerFeed implements Feed, Listener, Wakeable {
  readonly actor: Actor;
  readonly #hub: Hub;
  readonly #options: FeedOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #late = new Map<Subscription, Follower>();
  #queue: Delivery[] = [];
  #queuedBytes = 0;
  #due = false;
  #resume: (() => void) | null = null;
  #ending: Ending | null = null;

  constructor(hub: Hub, actor: Actor, options: FeedOptions) {
    this.#hub = hub;
    this.actor = actor;
    this.#options = options;
  }

  get userId(): string {
    return this.actor.userId;
  }

  get ending(): Ending | null {
    return this.#ending;
  }

  /**
   * Subscribe, catch up, drop duplicates, stream, in that order: everything this consumer is to receive, in batches,
   * until the feed ends. Nothing is read from the log before the last batch has been taken.
   */
  async *deliveries(): AsyncGenerator<readonly Delivery[], void> {
    try {
      while (this.#ending === null) {
        const waiting = this.#takeQueue();
        const [late] = this.#late;
        if (waiting.length > 0) yield waiting;
        else if (late) yield* this.#catchUp(...late);
        else await this.#wakened();
      }
    } finally {
      this.end('closed');
    }
  }

  /**
   * Adds streams, each from its cursor where one is given, and tells which ones in a `subscribed`. A frame that is
   * refused changes nothing. Throws `INVALID_INPUT` for a cursor that is ahead of its stream and for too many streams,
   * and `BUSY` when memberships change faster than they can be looked up.
   */
  async subscribe({ channelIds, since }: SubscribeRequest): Promise<void> {
    const ids = [...new Set(channelIds)];
    const added = ids.filter((id) => !this.#subscriptions.has(id));
    if (this.#subscriptions.size + added.length > SUBSCRIPTIONS_MAX) {
      throw refused(`A connection hears at most ${SUBSCRIPTIONS_MAX} streams.`);
    }
    for (let attempt = 0; attempt < ADMISSION_ATTEMPTS; attempt++) {
      const accesses = await this.#hub.admit(this.actor, ids);
      if (this.#ending !== null) return;
      await this.#hub.pace();
      if (this.#ending !== null) return;
      if (this.#hub.isCurrent(accesses)) return this.#begin(ids, accesses, since);
      await setTimeout(attempt * ADMISSION_PAUSE_MS);
    }
    throw new AppError('BUSY');
  }

  /** Stops hearing these streams; what is not heard is left as it is. */
  unsubscribe(ids: readonly string[]): void {
    for (const id of ids) {
      const subscription = this.#subscriptions.get(id);
      if (subscription) this.#detach(subscription);
    }
  }

  /** Sends a frame to this consumer alone. */
  send(frame: ServiceFrame): void {
    this.push(deliveryOf(frame));
    this.#hub.turns.run();
  }

  push(delivery: Delivery): void {
    if (this.#ending !== null) return;
    this.#queue.push(delivery);
    this.#queuedBytes += delivery.bytes;
    const unsent = this.#queuedBytes + (this.#options.unsent?.() ?? 0);
    if (unsent > UNSENT_BYTES_MAX) {
      this.end('overflow');
      return;
    }
    if (this.#due) return;
    this.#due = true;
    this.#hub.turns.add(this);
  }

  wake(): void {
    this.#due = false;
    this.#resume?.();
  }

  revoke(subscription: Subscription): void {
    this.#detach(subscription);
    const { stream } = subscription;
    const channelId = stream.kind === 'channel' ? stream.id : null;
    this.push(deliveryOf({ type: 'access.revoked', data: { serverId: serverOf(subscription), channelId } }));
  }

  lose(): void {
    this.end('overflow');
  }

  /** Ends the feed: what is still waiting is not handed out. */
  end(ending: Ending): void {
    if (this.#ending !== null) return;
    this.#ending = ending;
    for (const subscription of this.#subscriptions.values()) this.#hub.detach(subscription);
    this.#subscriptions.clear();
    this.#late.clear();
    this.#queue = [];
    this.#hub.forget(this);
    this.#resume?.();
    this.#options.onEnd?.(ending);
  }

  #begin(
    ids: readonly string[],
    accesses: readonly StreamAccess[],
    since: ReadonlyMap<string, number>,
  ): void {
    const admitted = new Map(accesses.map((access) => [access.stream.id, access]));
    for (const [id, { head }] of admitted) {
      if ((since.get(id) ?? 0) > head) throw refused(`The cursor of ${id} is ahead of its stream.`);
    }
    const channels = ids
      .flatMap((id) => admitted.get(id) ?? [])
      .map(({ stream: { id }, head: seq }) => ({ id, seq }));
    const denied = ids.filter((id) => !admitted.has(id));
    this.send({ type: 'subscribed', data: { channels, denied } });
    for (const access of accesses) this.#attach(access, since.get(access.stream.id));
  }

  /** Whoever hears a stream already goes on hearing it, unless a cursor asks for some of it again. */
  #attach(access: StreamAccess, since: number | undefined): void {
    const { id } = access.stream;
    const earlier = this.#subscriptions.get(id);
    if (earlier && since === undefined) return;
    if (earlier) this.#detach(earlier);
    const subscription = { ...access, listener: this, cursor: since ?? access.head, live: true };
    this.#subscriptions.set(id, subscription);
    const follower = this.#hub.attach(subscription);
    subscription.live = subscription.cursor >= follower.delivered;
    if (!subscription.live) this.#late.set(subscription, follower);
    if (access.stream.kind === 'server') this.#tellWhoIsOnline(id);
  }

  #tellWhoIsOnline(serverId: string): void {
    let told = 0;
    for (const userId of this.#hub.presence.online(serverId)) {
      if (userId === this.userId) continue;
      if (++told > ONLINE_MAX) return;
      this.push(deliveryOf({ type: 'presence.updated', data: { userId, online: true } }));
    }
  }

  #detach(subscription: Subscription): void {
    this.#subscriptions.delete(subscription.stream.id);
    this.#late.delete(subscription);
    this.#hub.detach(subscription);
  }

  /** Reads one page of the log for a subscription, which becomes live where the page meets what is live. */
  async *#catchUp(subscription: Subscription, follower: Follower): AsyncGenerator<readonly Delivery[]> {
    const { id } = subscription.stream;
    const page = await this.#hub.readLog(id, subscription.cursor, follower.delivered);
    if (page === null) return this.lose();
    if (!this.#late.has(subscription)) return;
    const next = denseAfter(subscription.cursor, page);
    subscription.cursor += next.length;
    const gone = next.length === 0;
    // Past its head, a subscription may not skip anything: it could be what takes the stream away.
    if (gone && subscription.cursor >= subscription.head) return this.lose();
    if (gone) subscription.cursor = subscription.head;
    subscription.live = subscription.cursor >= follower.delivered;
    if (subscription.live) this.#late.delete(subscription);
    if (gone) yield [deliveryOf({ type: 'resync', data: { channelId: id, seq: subscription.head } })];
    for (const chunk of chunks(next)) {
      await this.#hub.pace();
      if (this.#ending !== null) return;
      yield chunk;
    }
  }

  #takeQueue(): readonly Delivery[] {
    const queue = this.#queue;
    this.#queue = [];
    this.#queuedBytes = 0;
    return queue;
  }

  async #wakened(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
    this.#resume = null;
  }
}

function refused(message: string): AppError {
  return new AppError('INVALID_INPUT', { message });
}

/** The beginning of a page that follows on a cursor without a hole. */
function denseAfter(cursor: number, page: readonly Delivery[]): readonly Delivery[] {
  const hole = page.findIndex(({ place }, index) => place?.seq !== cursor + 1 + index);
  return hole === -1 ? page : page.slice(0, hole);
}

/** Pieces small enough that a slow consumer holds little at a time. */
function* chunks(deliveries: readonly Delivery[]): Generator<readonly Delivery[]> {
  let chunk: Delivery[] = [];
  let bytes = 0;
  for (const delivery of deliveries) {
    chunk.push(delivery);
    bytes += delivery.bytes;
    if (bytes < CHUNK_BYTES) continue;
    yield chunk;
    chunk = [];
    bytes = 0;
  }
  if (chunk.length > 0) yield chunk;
}
