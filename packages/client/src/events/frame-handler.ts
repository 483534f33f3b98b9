import type { ServiceFrame } from '../service.js';
import type { Connection } from './connection.js';
import type { Positions } from './cursors.js';
import { EventStreamError } from './errors.js';
import type { EventQueue } from './event-queue.js';
import type { PalaverEvent } from './frames.js';

/** As many ids as fit into a frame of 64 KiB together with their cursors. */
const IDS_PER_FRAME = 500;

export interface FrameHandlerOptions {
  /** Terminates the connection; the next one resumes from the positions. */
  readonly drop: (reason: string) => void;
  readonly positions: Positions;
  readonly queue: EventQueue;
  /** Whether the user is away. */
  readonly isIdle: () => boolean;
  /** The service has confirmed every subscription. */
  readonly onLive: () => void;
  /** The service refuses the subscription, and would refuse it again. */
  readonly onRefused: (error: EventStreamError) => void;
}

/** Sends and receives the frames of one connection. */
export class FrameHandler {
  readonly #connection: Pick<Connection, 'send'>;
  readonly #options: FrameHandlerOptions;
  #ready = false;
  /** The number of `subscribe` frames that the service has not answered yet. */
  #unanswered = 0;
  #progressed = false;

  constructor(connection: Pick<Connection, 'send'>, options: FrameHandlerOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Whether this connection has brought anything new. */
  get progressed(): boolean {
    return this.#progressed;
  }

  /** Subscribes to streams from their positions. Does nothing before `ready`, which subscribes to all streams. */
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

  idle(idle: boolean): void {
    if (this.#ready) this.#connection.send({ type: 'idle', data: { idle } });
  }

  receive(frame: ServiceFrame): void {
    switch (frame.type) {
      case 'ready':
        this.#ready = true;
        // First, so that nobody is told in between that the user is active.
        if (this.#options.isIdle()) this.idle(true);
        this.subscribe(this.#options.positions.ids);
        this.#reportLive();
        break;
      case 'pong':
        this.#progressed = true;
        break;
      case 'subscribed':
        this.#unanswered--;
        this.#enqueue(frame);
        this.#reportLive();
        break;
      case 'error':
        if (this.#unanswered > 0 && !isAside(frame.data.type)) this.#receiveError(frame);
        else this.#enqueue(frame);
        break;
      default:
        this.#enqueue(frame);
    }
  }

  #enqueue(event: PalaverEvent): void {
    const { positions, queue, drop } = this.#options;
    const verdict = positions.advance(event);
    if (verdict === 'skip') return;
    if (verdict === 'gap') {
      drop('an event was missing');
      return;
    }
    if (verdict.length > 0 && event.type !== 'subscribed') this.#progressed = true;
    queue.push(event, verdict);
    if (queue.full) drop('the queue of unread events is full');
  }

  /** While a `subscribe` is unanswered, the code of an error says whether it is the answer. */
  #receiveError(frame: Extract<ServiceFrame, { type: 'error' }>): void {
    const { code, error } = frame.data;
    if (code === 'INVALID_INPUT')
      this.#options.onRefused(new EventStreamError('SUBSCRIPTION_REFUSED', error));
    else if (code === 'BUSY' || code === 'INTERNAL') this.#options.drop(error);
    else this.#enqueue(frame);
  }

  #reportLive(): void {
    if (this.#unanswered === 0) this.#options.onLive();
  }
}

function* slices(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += IDS_PER_FRAME) {
    yield ids.slice(start, start + IDS_PER_FRAME);
  }
}

/** Frames that change nothing of what is subscribed. */
function isAside(type: string | null): boolean {
  return type === 'typing' || type === 'idle';
}
