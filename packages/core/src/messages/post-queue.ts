import { databaseError } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { Hint } from '../log/bus.js';
import type { PostDraft, PostQueue } from '../procedures/post-queue.js';
import type { Resources } from '../procedures/services.js';
import { type BatchOptions, type BatchOutcome, postBatch } from './post-batch.js';
import { ChannelLanes } from './post-channel-lanes.js';
import { PostKnowledge } from './post-knowledge.js';
import { type Batch, PostLane, type TakeBatch, type Waiting } from './post-lane.js';
import { SharedLane } from './post-shared-lane.js';
import { beginTurn, LOCK_TIMEOUT } from './post-turn.js';
import { type PostsUnderLock, postUnderLock } from './post-under-lock.js';

/** In milliseconds: longer than any statement may take. */
const ANSWER_WITHIN = 10_000;

type QueueResources = Pick<Resources, 'db' | 'inOrder' | 'bus' | 'clock' | 'log' | 'traces'>;

/**
 * Group commit. Posts go by the main lane, which never waits for the log of a channel. Posts to channels that others write to
 * as well go together by the shared lane, which waits a moment for their logs, and posts to a channel whose log is held for
 * longer by a lane of that channel, so that no channel holds up another.
 */
export function createPostQueue(resources: QueueResources): PostQueue & { close(): void } {
  const { db, inOrder, bus, clock, log, traces } = resources;
  let batches = 0;
  const knowledge = new PostKnowledge();
  const leaveBus = bus.onHint((hint, isFromElsewhere) => {
    knowledge.onHint(hint);
    if (isFromElsewhere && isPost(hint)) shared.note(hint.streamId);
  });
  const main = new PostLane({
    commit: (take) => {
      const { compares, ...batch } = take();
      return commitBatch(batch, { ifUnmoved: !compares });
    },
    publish,
    onContended: (waiting) => {
      shared.note(waiting.post.channelId);
      shared.add(waiting);
    },
    onOutdated: (waiting) => lanes.add(waiting),
  });
  const shared = new SharedLane({
    takesAll: true,
    commit: commitInTurn,
    publish,
    onContended: (waiting) => lanes.add(waiting),
    onOutdated: (waiting) => lanes.add(waiting),
  });
  const lanes = new ChannelLanes({
    commit: (channelId, posts) => commit(() => commitUnderLock(channelId, posts), posts),
    publish,
  });

  function commitBatch(
    { posts, readKeys }: Omit<Batch, 'compares'>,
    how: Pick<BatchOptions, 'ifUnmoved' | 'turn'>,
  ): Promise<BatchOutcome[]> {
    return commit(
      () => postBatch(db, posts, clock.now(), { knowledge, readKeys, ...how }),
      () => posts,
    );
  }

  /** Nobody waits long here for the request under way that has the same client's key, nor does anybody else's post. */
  async function commitInTurn(take: TakeBatch): Promise<BatchOutcome[]> {
    const turn = await beginTurn(inOrder);
    const batch = take();
    try {
      return await commitBatch(batch, { turn });
    } catch (error) {
      if (databaseError(error)?.code !== LOCK_TIMEOUT) throw error;
      return batch.posts.map(() => ({ kind: 'contended' }));
    } finally {
      turn.end();
    }
  }

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
    else if (shared.has(channelId)) shared.add(waiting);
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
      waiting: main.waiting + shared.waiting + lanes.waiting,
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

/** A hint without its frame is most likely of a long message. */
function isPost({ frame, streamKind }: Hint): boolean {
  return frame === null ? streamKind === 'channel' : frame.startsWith('{"type":"message.created"');
}

function hintOf(outcome: BatchOutcome): Hint | null {
  return outcome.kind === 'posted' ? outcome.hint : null;
}
