import { LRUCache } from 'lru-cache';
import type { PostDraft } from '../procedures/post-queue.js';
import type { BatchOutcome } from './post-batch.js';
import { PostLane, type TakeBatch, type Waiting } from './post-lane.js';

/** For so long after somebody else has written to a channel its posts go by this lane, in milliseconds. */
const SHARED_MS = 1_000;
/** As many such channels are remembered. */
const REMEMBERED_MAX = 10_000;

export interface SharedLaneOptions {
  /** Commits posts in a transaction that waits a moment for the logs of these channels; `take` takes those posts once they are locked. */
  readonly commit: (channelIds: () => readonly string[], take: TakeBatch) => Promise<readonly BatchOutcome[]>;
  readonly publish: (outcomes: readonly BatchOutcome[]) => void;
  /** Takes over a post whose log was not free in time, and one whose decision was outdated too often. */
  readonly onContended: (waiting: Waiting) => void;
}

/**
 * The lane of all channels that others are writing to as well, mostly other nodes. One transaction at a time waits for their
 * logs and writes all posts that have come meanwhile. The main lane would find most of them locked, or their last event later
 * than the time that it has given to the post, and a lane for each channel would take a transaction for each.
 */
export class SharedLane {
  readonly #lane: PostLane;
  /** Until when, on the clock of `performance`. */
  readonly #channels = new LRUCache<string, number>({ max: REMEMBERED_MAX });

  constructor({ commit, publish, onContended }: SharedLaneOptions) {
    this.#lane = new PostLane({
      commit: (take) => commit(() => this.#lane.channelIds(), take),
      publish,
      takesAll: true,
      contendedMax: 0,
      onContended,
      onOutdated: onContended,
    });
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

/** What becomes of posts whose logs were not free in time. */
export function allContended(posts: readonly PostDraft[]): BatchOutcome[] {
  return posts.map(() => ({ kind: 'contended' }));
}
