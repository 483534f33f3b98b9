import { AppError } from '../../kernel/errors/app-error.js';
import type { StreamRelay } from '../streams/stream-relay.js';
import type { FeedHub } from './feed-hub.js';
import type { StreamAccess, Subscriber, Subscription } from './subscription.js';

/** The most streams that one connection may subscribe to. */
const SUBSCRIPTIONS_MAX = 5_000;

/** The subscriptions of one feed, by stream, and which of them still read the log. */
export class FeedSubscriptions {
  readonly #hub: Pick<FeedHub, 'attach' | 'detach'>;
  readonly #subscriber: Subscriber;
  readonly #byStream = new Map<string, Subscription>();
  readonly #catchingUp = new Map<Subscription, StreamRelay>();

  constructor(hub: Pick<FeedHub, 'attach' | 'detach'>, subscriber: Subscriber) {
    this.#hub = hub;
    this.#subscriber = subscriber;
  }

  /** Throws `INVALID_INPUT` when these streams would be too many together with those subscribed. */
  requireRoomFor(streamIds: readonly string[]): void {
    const added = streamIds.filter((id) => !this.#byStream.has(id));
    if (this.#byStream.size + added.length <= SUBSCRIPTIONS_MAX) return;
    throw new AppError('INVALID_INPUT', {
      message: `A connection subscribes to at most ${SUBSCRIPTIONS_MAX} streams.`,
    });
  }

  /**
   * Subscribes from the cursor `since`, or from the stream's head. Returns null, and changes nothing, for a stream that
   * is subscribed already when no cursor is given.
   */
  add(access: StreamAccess, since: number | undefined): Subscription | null {
    const { id } = access.stream;
    const earlier = this.#byStream.get(id);
    if (earlier && since === undefined) return null;
    if (earlier) this.remove(earlier);
    const subscription = {
      ...access,
      subscriber: this.#subscriber,
      cursor: since ?? access.head,
      live: true,
    };
    this.#byStream.set(id, subscription);
    this.updateLive(subscription, this.#hub.attach(subscription));
    return subscription;
  }

  all(): MapIterator<Subscription> {
    return this.#byStream.values();
  }

  has(subscription: Subscription): boolean {
    return this.#byStream.get(subscription.stream.id) === subscription;
  }

  get(streamId: string): Subscription | undefined {
    return this.#byStream.get(streamId);
  }

  remove(subscription: Subscription): void {
    this.#byStream.delete(subscription.stream.id);
    this.#catchingUp.delete(subscription);
    this.#hub.detach(subscription);
  }

  removeAll(): void {
    for (const subscription of this.#byStream.values()) this.#hub.detach(subscription);
    this.#byStream.clear();
    this.#catchingUp.clear();
  }

  /** The subscription that is to read the log next, with the relay of its stream. */
  nextCatchingUp(): readonly [Subscription, StreamRelay] | undefined {
    const [next] = this.#catchingUp;
    return next;
  }

  isCatchingUp(subscription: Subscription): boolean {
    return this.#catchingUp.has(subscription);
  }

  /** A subscription is live once its cursor has reached what its relay has delivered. */
  updateLive(subscription: Subscription, relay: StreamRelay): void {
    subscription.live = subscription.cursor >= relay.delivered;
    if (subscription.live) this.#catchingUp.delete(subscription);
    else this.#catchingUp.set(subscription, relay);
  }
}
