import { AppError } from '../../kernel/errors/app-error.js';
import type { PostAnswer, PostDraft, PostQueue } from '../../procedures/post-queue.js';

/** Of one channel. */
const WAITING_MAX = 1_000;
/** The largest batch of waiting posts. Smaller ones would be more writes for each reader. */
const TOGETHER_MAX = 64;
/** The first batch, before it is known how fast the channel's readers are. */
const TOGETHER_AT_FIRST = 16;
/** All readers should have a batch within this time, in milliseconds. */
const WITHIN_MS = 1_000;
const BEHIND = 'The readers of this channel are far behind; send the message again in a moment.';

/** What hands out the messages of channels on this node. */
export interface FanOut {
  /** Whether readers of a channel have waited long for what has been posted. */
  isBehind(channelId: string): boolean;
  /** Resolves once all readers have what has been posted so far. */
  caughtUp(): Promise<void>;
}

interface WaitingPost {
  readonly draft: PostDraft;
  readonly resolve: (answer: PostAnswer | PromiseLike<PostAnswer>) => void;
}

/** The size of the next batch, by how long all readers took to receive the last one. */
export function togetherAfter(released: number, tookMs: number): number {
  return Math.max(1, Math.min(TOGETHER_MAX, 2 * released, Math.floor((released * WITHIN_MS) / tookMs)));
}

/**
 * A post queue that is no faster than the fan-out: a post to a channel whose readers are behind waits until they have what was
 * posted before. What is posted faster than it can be delivered would only make everybody wait longer, until readers are
 * disconnected and read the log. Waiting posts are released in batches that their readers receive within a second. Throws
 * `BUSY` where many wait already. Posts keep their order.
 */
export function pacedQueue(queue: PostQueue, fanOut: FanOut): PostQueue {
  const byChannel = new Map<string, WaitingPost[]>();

  async function release(channelId: string, waiting: WaitingPost[]): Promise<void> {
    let together = TOGETHER_AT_FIRST;
    await fanOut.caughtUp();
    for (;;) {
      const startedAt = performance.now();
      const released = waiting.splice(0, together);
      await Promise.allSettled(
        released.map(({ draft, resolve }) => {
          const posted = queue.post(draft);
          resolve(posted);
          return posted;
        }),
      );
      if (waiting.length === 0) break;
      await fanOut.caughtUp();
      together = togetherAfter(released.length, performance.now() - startedAt);
    }
    byChannel.delete(channelId);
  }

  function wait(draft: PostDraft, waiting: WaitingPost[]): Promise<PostAnswer> {
    if (waiting.length >= WAITING_MAX) return Promise.reject(new AppError('BUSY', { message: BEHIND }));
    return new Promise((resolve) => {
      waiting.push({ draft, resolve });
      if (byChannel.has(draft.channelId)) return;
      byChannel.set(draft.channelId, waiting);
      void release(draft.channelId, waiting);
    });
  }

  return {
    post: (draft) => {
      const waiting = byChannel.get(draft.channelId);
      if (waiting) return wait(draft, waiting);
      return fanOut.isBehind(draft.channelId) ? wait(draft, []) : queue.post(draft);
    },
    measure: () => {
      const measures = queue.measure();
      const paced = [...byChannel.values()].reduce((sum, { length }) => sum + length, 0);
      return { ...measures, waiting: measures.waiting + paced };
    },
  };
}
