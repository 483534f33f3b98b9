import { limitConcurrency } from '../../kernel/concurrency/concurrency-limit.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { PostDraft, PostOutcome } from '../../procedures/post-queue.js';
import { BatchQueue, type QueuedPost } from './batch-queue.js';

/** As many channels may be waited for at once; each takes a connection of the pool. */
const CHANNELS_MAX = 6;

export interface ChannelQueuesOptions {
  /** Commits posts to a channel in a transaction that waits for its log; `drafts` takes them once it is locked. */
  readonly commit: (channelId: string, drafts: () => readonly PostDraft[]) => Promise<readonly PostOutcome[]>;
  readonly publish: (outcomes: readonly PostOutcome[]) => void;
}

/**
 * The queues of channels whose logs others hold: one transaction at a time for each, which waits for the channel's log
 * and then writes all posts that have come meanwhile. So a channel that somebody holds delays no other one.
 */
export class ChannelQueues {
  readonly #options: ChannelQueuesOptions;
  readonly #byChannel = new Map<string, BatchQueue>();
  readonly #limit = limitConcurrency(CHANNELS_MAX);

  constructor(options: ChannelQueuesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#byChannel.size;
  }

  /** How many posts wait in them. */
  get waiting(): number {
    return [...this.#byChannel.values()].reduce((sum, { waiting }) => sum + waiting, 0);
  }

  has(channelId: string): boolean {
    return this.#byChannel.has(channelId);
  }

  /** Queues a post for its channel. */
  add(post: QueuedPost): void {
    const { channelId } = post.draft;
    (this.#byChannel.get(channelId) ?? this.#open(channelId)).add(post);
  }

  #open(channelId: string): BatchQueue {
    const { commit, publish } = this.#options;
    const queue = new BatchQueue({
      commit: (take) => {
        let taken: readonly PostDraft[] | null = null;
        const drafts = () => {
          taken ??= take().map(({ draft }) => draft);
          return taken;
        };
        return this.#limit(() => commit(channelId, drafts));
      },
      publish,
      // Under the locks nobody else writes to the log; where there is none, the channel is being removed for good.
      onConflict: ({ reject }) => reject(new AppError('BUSY')),
      onIdle: () => this.#byChannel.delete(channelId),
    });
    this.#byChannel.set(channelId, queue);
    return queue;
  }
}
