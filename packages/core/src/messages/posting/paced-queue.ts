import { AppError } from '../../kernel/errors/app-error.js';
import type { PostAnswer, PostDraft, PostQueue } from '../../procedures/post-queue.js';

/** Of one channel. */
const WAITING_MAX = 1_000;
/** As many go on together: more would make their readers wait longer, fewer would be more writes for each of them. */
const TOGETHER_MAX = 64;
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

/**
 * A post queue that is no faster than the fan-out: a post to a channel whose readers are behind waits until they have what was
 * posted before. What is posted faster than it can be delivered would only make everybody wait longer, until readers are
 * disconnected and read the log. Throws `BUSY` where many wait already. Posts keep their order.
 */
export function pacedQueue(queue: PostQueue, fanOut: FanOut): PostQueue {
  const byChannel = new Map<string, WaitingPost[]>();

  async function release(channelId: string, waiting: WaitingPost[]): Promise<void> {
    while (waiting.length > 0) {
      await fanOut.caughtUp();
      await Promise.allSettled(
        waiting.splice(0, TOGETHER_MAX).map(({ draft, resolve }) => {
          const posted = queue.post(draft);
          resolve(posted);
          return posted;
        }),
      );
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
