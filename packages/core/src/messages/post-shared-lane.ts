import { LRUCache } from 'lru-cache';
import { atMost } from '../kernel/concurrency/at-most.js';
import { type LaneOptions, PostLane, type Waiting } from './post-lane.js';

/** For so long after somebody else has written to a channel its posts go by this lane, in milliseconds. */
const SHARED_MS = 1_000;
/** As many such channels are remembered. */
const REMEMBERED_MAX = 10_000;

/**
 * The lane of all channels that others are writing to as well, mostly other nodes. Its batches are written in turns
 * (`post-turn.ts`). The main lane would find most of their logs locked, and a lane for each channel would take a transaction
 * for each.
 */
export class SharedLane {
  readonly #lane: PostLane;
  /** Until when, on the clock of `performance`. */
  readonly #channels = new LRUCache<string, number>(atMost(REMEMBERED_MAX));

  constructor(options: LaneOptions) {
    this.#lane = new PostLane(options);
  }

  get waiting(): number {
    return this.#lane.waiting;
  }

  /** Notes that others write to a channel. */
  note(channelId: string): void {
    this.#channels.set(channelId, performance.now() + SHARED_MS);
  }

  /** Whether others have written to the channel a moment ago. */
  has(channelId: string): boolean {
    return (this.#channels.get(channelId) ?? 0) >= performance.now();
  }

  add(waiting: Waiting): void {
    this.#lane.add(waiting);
  }
}
