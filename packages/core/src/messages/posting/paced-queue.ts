import { AppError } from '../../kernel/errors/app-error.js';
import type { PostQueue } from '../../procedures/post-queue.js';

/** Of one channel. */
const WAITING_MAX = 1_000;
const BEHIND = 'The readers of this channel are far behind; send the message again in a moment.';

/** What hands out the messages of channels on this node. */
export interface FanOut {
  /** Where it is behind with a channel: resolves once everybody has what has been posted so far. Otherwise null. */
  whenCaughtUp(channelId: string): Promise<void> | null;
}

/** The posts to a channel that wait. */
interface Waiting {
  count: number;
  last: Promise<void>;
}

/**
 * A post queue that is no faster than the fan-out: a post to a channel whose readers are behind waits until they have what was
 * posted before. What is posted faster than it can be delivered would only make everybody wait longer, until readers are
 * disconnected and read the log. Throws `BUSY` where many wait already. Posts keep their order.
 */
export function pacedQueue(queue: PostQueue, fanOut: FanOut): PostQueue {
  const byChannel = new Map<string, Waiting>();
  let waiting = 0;

  async function wait(channelId: string, turn: Promise<void>): Promise<void> {
    const channel = byChannel.get(channelId) ?? { count: 0, last: turn };
    if (channel.count >= WAITING_MAX) throw new AppError('BUSY', { message: BEHIND });
    channel.last = turn;
    channel.count++;
    waiting++;
    byChannel.set(channelId, channel);
    await turn;
    waiting--;
    channel.count--;
    if (channel.count === 0) byChannel.delete(channelId);
  }

  return {
    post: (draft) => {
      const { channelId } = draft;
      const turn = fanOut.whenCaughtUp(channelId) ?? byChannel.get(channelId)?.last;
      return turn ? wait(channelId, turn).then(() => queue.post(draft)) : queue.post(draft);
    },
    measure: () => {
      const measures = queue.measure();
      return { ...measures, waiting: measures.waiting + waiting };
    },
  };
}
