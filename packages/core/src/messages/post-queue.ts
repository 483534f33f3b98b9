import { AppError } from '../kernel/errors/app-error.js';
import type { Hint } from '../log/bus.js';
import type { PostDraft, PostQueue } from '../procedures/post-queue.js';
import type { Resources } from '../procedures/services.js';
import { type BatchOutcome, postBatch } from './post-batch.js';
import { ChannelLanes } from './post-channel-lanes.js';
import { PostKnowledge } from './post-knowledge.js';
import { PostLane, type Waiting } from './post-lane.js';
import { type PostsUnderLock, postUnderLock } from './post-under-lock.js';

/** In milliseconds: longer than any statement may take. */
const ANSWER_WITHIN = 10_000;

type QueueResources = Pick<Resources, 'db' | 'bus' | 'clock' | 'log' | 'traces'>;

/**
 * Group commit. Posts go by the main lane, which never waits for the log of a channel. Posts to a channel whose log
 * somebody else is writing to go by a lane of that channel, which waits for it, so that no channel holds up another.
 */
export function createPostQueue(resources: QueueResources): PostQueue & { close(): void } {
  const { db, bus, clock, log, traces } = resources;
  let batches = 0;
  const knowledge = new PostKnowledge();
  const leaveBus = bus.onHint((hint) => knowledge.onHint(hint));
  const main = new PostLane({
    commit: (take) => {
      const { posts, readKeys } = take();
      return commit(
        () => postBatch(db, posts, clock.now(), { knowledge, readKeys }),
        () => posts,
      );
    },
    publish,
    onContended: (waiting) => lanes.add(waiting),
  });
  const lanes = new ChannelLanes({
    commit: (channelId, posts) => commit(() => commitUnderLock(channelId, posts), posts),
    publish,
  });

  function commit(
    run: () => Promise<BatchOutcome[]>,
    posts: () => readonly PostDraft[],
  ): Promise<BatchOutcome[]> {
    batches++;
    return traces ? traces.commit(run, posts, hintOf) : run();
  }

  function publish(outcomes: readonly BatchOutcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.kind !== 'posted') continue;
      try {
        bus.publish(outcome.hint);
      } catch (err) {
        // It is written, and whoever follows the stream finds it in the log.
        log.error({ err }, 'Could not publish a message');
      }
    }
  }

  function add(waiting: Waiting): void {
    const { channelId, attachmentIds } = waiting.post;
    if (lanes.has(channelId) || attachmentIds.length > 0) lanes.add(waiting);
    else main.add(waiting);
  }

  /** The server's log is waited for only where it, or an author's, has moved between the read and the write. */
  async function commitUnderLock(
    channelId: string,
    posts: () => readonly PostDraft[],
  ): Promise<BatchOutcome[]> {
    const write = (given: Pick<PostsUnderLock, 'locked' | 'known'>) =>
      db.transaction((tx) => postUnderLock(tx, { channelId, posts, clock, ...given }));
    const effects: (() => void)[] = [];
    const afterCommit = (effect: () => void) => void effects.push(effect);
    const outcomes = await write({ locked: 'channel', known: { knowledge, afterCommit } });
    for (const effect of effects) effect();
    const isOutdated = outcomes.some(({ kind }) => kind === 'outdated');
    // Then nothing of the batch was written.
    return isOutdated ? write({ locked: 'all' }) : outcomes;
  }

  return {
    close: leaveBus,
    post: (post) =>
      new Promise((resolve, reject) => {
        const waiting = answeredInTime({ post, resolve, reject });
        if (traces) traces.queue(post, () => add(waiting));
        else add(waiting);
      }),
    measure: () => ({
      waiting: main.waiting + lanes.waiting,
      lanes: lanes.size,
      batches,
    }),
  };
}

/**
 * A commit that waits for a synchronous standby has no time limit, and its cancellation would acknowledge it. So the wait
 * goes on, and the client hears that nothing is known (docs/nodes.md, A fail-over of Postgres).
 */
function answeredInTime({ post, resolve, reject }: Waiting): Waiting {
  const message =
    'It is not known whether the message was sent; send it again with the same Idempotency-Key.';
  const timer = setTimeout(() => reject(new AppError('BUSY', { message })), ANSWER_WITHIN);
  return {
    post,
    resolve: (outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    },
    reject: (error) => {
      clearTimeout(timer);
      reject(error);
    },
  };
}

function hintOf(outcome: BatchOutcome): Hint | null {
  return outcome.kind === 'posted' ? outcome.hint : null;
}
