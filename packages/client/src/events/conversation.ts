import type { ServiceFrame } from '@palaver/core';
import type { Connection } from './connection.js';
import type { Positions } from './cursors.js';
import { EventStreamError } from './errors.js';
import type { PalaverEvent } from './frames.js';
import type { Inbox } from './inbox.js';

/** As many ids as go into a frame of 64 KiB together with their cursors. */
const IDS_PER_FRAME = 500;

export interface ConversationOptions {
  /** Gives a connection up; the next one goes on from the positions. */
  readonly drop: (reason: string) => void;
  readonly positions: Positions;
  readonly inbox: Inbox;
  /** Every subscription asked for is in force. */
  readonly onLive: () => void;
  /** The service does not take the subscription, and would not the next time. */
  readonly onRefused: (error: EventStreamError) => void;
}

/** What is said over one connection, from both sides. */
export class Conversation {
  readonly #connection: Pick<Connection, 'send'>;
  readonly #options: ConversationOptions;
  #ready = false;
  /** Subscriptions that the service has not answered yet. */
  #unanswered = 0;
  #progressed = false;

  constructor(connection: Pick<Connection, 'send'>, options: ConversationOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Whether it has brought anything that the ones before had not. */
  get progressed(): boolean {
    return this.#progressed;
  }

  /** Begins to hear streams, from their positions; before the service is ready, nothing needs to be said. */
  subscribe(ids: readonly string[]): void {
    if (!this.#ready) return;
    for (const channelIds of slices(ids)) {
      const since = this.#options.positions.cursorsOf(channelIds);
      this.#unanswered++;
      this.#connection.send({ type: 'subscribe', data: { channelIds, since } });
    }
  }

  unsubscribe(ids: readonly string[]): void {
    if (!this.#ready) return;
    for (const channelIds of slices(ids))
      this.#connection.send({ type: 'unsubscribe', data: { channelIds } });
  }

  typing(channelId: string): void {
    if (this.#ready) this.#connection.send({ type: 'typing', data: { channelId } });
  }

  receive(frame: ServiceFrame): void {
    switch (frame.type) {
      case 'ready':
        this.#ready = true;
        this.subscribe(this.#options.positions.ids);
        this.#settle();
        break;
      case 'pong':
        this.#progressed = true;
        break;
      case 'subscribed':
        this.#unanswered--;
        this.#take(frame);
        this.#settle();
        break;
      case 'error':
        if (this.#unanswered > 0) this.#refused(frame);
        else this.#take(frame);
        break;
      default:
        this.#take(frame);
    }
  }

  #take(event: PalaverEvent): void {
    const { positions, inbox, drop } = this.#options;
    const verdict = positions.take(event);
    if (verdict === 'skip') return;
    if (verdict === 'gap') {
      drop('an event was missing');
      return;
    }
    if (verdict.length > 0 && event.type !== 'subscribed') this.#progressed = true;
    inbox.push(event, verdict);
    if (inbox.full) drop('more events wait to be read than there is room for');
  }

  /** An error while a subscription waits for its answer: its code tells whether it is that answer. */
  #refused(frame: Extract<ServiceFrame, { type: 'error' }>): void {
    const { code, error } = frame.data;
    if (code === 'INVALID_INPUT')
      this.#options.onRefused(new EventStreamError('SUBSCRIPTION_REFUSED', error));
    else if (code === 'BUSY' || code === 'INTERNAL') this.#options.drop(error);
    else this.#take(frame);
  }

  #settle(): void {
    if (this.#unanswered === 0) this.#options.onLive();
  }
}

function* slices(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += IDS_PER_FRAME) {
    yield ids.slice(start, start + IDS_PER_FRAME);
  }
}
