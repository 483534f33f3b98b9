import { limitConcurrency } from '../kernel/concurrency/concurrency-limit.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { PostDraft } from '../procedures/post-queue.js';
import type { BatchOutcome } from './post-batch.js';
import { PostLane, type Waiting } from './post-lane.js';

/** As many channels may be waited for at once; each takes a connection of the pool. */
const LANES_MAX = 6;
/** For so long a lane without posts stays open where others write to its channel, in milliseconds. */
const OPEN_MS = 100;

export interface ChannelLanesOptions {
  /** Commits posts to a channel in a transaction that waits for its log; `posts` takes them once it is locked. */
  readonly commit: (channelId: string, posts: () => readonly PostDraft[]) => Promise<BatchOutcome[]>;
  readonly publish: (outcomes: readonly BatchOutcome[]) => void;
}

interface ChannelLane {
  readonly lane: PostLane;
  /** The position of the last post that went by it. */
  lastSeq: number;
  /** Whether others have written to the channel between its last two batches. */
  isShared: boolean;
  closing: NodeJS.Timeout | null;
}

/**
 * The lanes of channels whose logs others hold: one transaction at a time for each, which waits for the channel's log
 * and then writes all posts that have come meanwhile. So a contended channel delays no other one.
 */
export class ChannelLanes {
  readonly #options: ChannelLanesOptions;
  readonly #byChannel = new Map<string, ChannelLane>();
  readonly #limit = limitConcurrency(LANES_MAX);

  constructor(options: ChannelLanesOptions) {
    this.#options = options;
  }

  /** How many lanes are open. */
  get size(): number {
    return this.#byChannel.size;
  }

  /** How many posts wait in them. */
  get waiting(): number {
    let waiting = 0;
    for (const { lane } of this.#byChannel.values()) waiting += lane.waiting;
    return waiting;
  }

  has(channelId: string): boolean {
    return this.#byChannel.has(channelId);
  }

  /** Posts by the lane of the channel, which is opened where there is none. */
  add(waiting: Waiting): void {
    const { channelId } = waiting.post;
    const open = this.#byChannel.get(channelId) ?? this.#open(channelId);
    if (open.closing) clearTimeout(open.closing);
    open.closing = null;
    open.lane.add(waiting);
  }

  #open(channelId: string): ChannelLane {
    const lane = new PostLane({
      commit: (take) => {
        let taken: readonly PostDraft[] | null = null;
        const posts = () => {
          taken ??= take().posts;
          return taken;
        };
        return this.#limit(() => this.#options.commit(channelId, posts));
      },
      publish: (outcomes) => {
        noteWriters(opened, outcomes);
        this.#options.publish(outcomes);
      },
      takesAll: true,
      // Under the locks nobody else writes to the logs; where there is none, the channel is being removed for good.
      onContended: refuse,
      onOutdated: refuse,
      onIdle: () => this.#closeLater(channelId, opened),
    });
    const opened: ChannelLane = { lane, lastSeq: 0, isShared: false, closing: null };
    this.#byChannel.set(channelId, opened);
    return opened;
  }

  /** A lane that is opened again and again would write a few posts at a time, and each transaction holds up the others. */
  #closeLater(channelId: string, open: ChannelLane): void {
    const close = () => this.#byChannel.delete(channelId);
    if (open.isShared) open.closing = setTimeout(close, OPEN_MS).unref();
    else close();
  }
}

function refuse({ reject }: Waiting): void {
  reject(new AppError('BUSY'));
}

/** Positions are dense: where the first of a batch does not follow the last of the one before, others have written. */
function noteWriters(open: ChannelLane, outcomes: readonly BatchOutcome[]): void {
  const positions = outcomes.flatMap((outcome) => (outcome.kind === 'posted' ? outcome.hint.seq : []));
  const [first] = positions;
  if (first === undefined) return;
  open.isShared = first !== open.lastSeq + 1;
  open.lastSeq = positions.at(-1) ?? first;
}
