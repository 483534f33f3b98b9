import { limitConcurrency } from '../kernel/concurrency/concurrency-limit.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { Hint } from '../log/bus.js';
import type { PostDraft, PostQueue } from '../procedures/post-queue.js';
import type { Resources } from '../procedures/services.js';
import { type BatchOutcome, postBatch } from './post-batch.js';
import { PostKnowledge } from './post-knowledge.js';
import { PostLane, type Waiting } from './post-lane.js';
import { type PostsUnderLock, postUnderLock } from './post-under-lock.js';

/** As many channels may be waited for at once; each takes a connection of the pool. */
const LANES_MAX = 6;

type QueueResources = Pick<Resources, 'db' | 'bus' | 'clock' | 'log' | 'traces'>;

/**
 * Group commit. Posts go by the main lane, which never waits for the log of a channel. Posts to a channel whose log
 * somebody else is writing to go by a lane of that channel, which waits for it, so that no channel holds up another.
 */
export function createPostQueue(resources: QueueResources): PostQueue & { close(): void } {
  const { db, bus, clock, log, traces } = resources;
  let batches = 0;
  const lanes = new Map<string, PostLane>();
  const limitLanes = limitConcurrency(LANES_MAX);
  const knowledge = new PostKnowledge();
  const leaveBus = bus.onHint((hint) => knowledge.onHint(hint));
  const main = new PostLane({
    commit: (posts, readKeys) =>
      commit(posts, () => postBatch(db, posts, clock.now(), { knowledge, readKeys })),
    publish,
    onContended: addToLane,
  });

  function commit(posts: readonly PostDraft[], run: () => Promise<BatchOutcome[]>): Promise<BatchOutcome[]> {
    batches++;
    return traces ? traces.commit(posts, run, hintOf) : run();
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
    if (lanes.has(channelId) || attachmentIds.length > 0) addToLane(waiting);
    else main.add(waiting);
  }

  function addToLane(waiting: Waiting): void {
    const { channelId } = waiting.post;
    const lane = lanes.get(channelId) ?? openLane(channelId);
    lane.add(waiting);
  }

  /** The server's log is waited for only where it, or an author's, has moved between the read and the write. */
  async function commitUnderLock(channelId: string, posts: readonly PostDraft[]): Promise<BatchOutcome[]> {
    const write = (locked: PostsUnderLock['locked']) =>
      db.transaction((tx) => postUnderLock(tx, { channelId, posts, now: clock.now(), locked }));
    const outcomes = await write('channel');
    const isOutdated = outcomes.some(({ kind }) => kind === 'outdated');
    // Then nothing of the batch was written.
    return isOutdated ? write('all') : outcomes;
  }

  function openLane(channelId: string): PostLane {
    const lane = new PostLane({
      commit: (posts) => commit(posts, () => limitLanes(() => commitUnderLock(channelId, posts))),
      publish,
      // Under the locks nobody else writes to the logs; where there is none, the channel is being removed for good.
      onContended: ({ reject }) => reject(new AppError('BUSY')),
      onIdle: () => lanes.delete(channelId),
    });
    lanes.set(channelId, lane);
    return lane;
  }

  return {
    close: leaveBus,
    post: (post) =>
      new Promise((resolve, reject) => {
        const waiting = { post, resolve, reject };
        if (traces) traces.queue(post, () => add(waiting));
        else add(waiting);
      }),
    measure: () => ({
      waiting: [main, ...lanes.values()].reduce((sum, lane) => sum + lane.waiting, 0),
      lanes: lanes.size,
      batches,
    }),
  };
}

function hintOf(outcome: BatchOutcome): Hint | null {
  return outcome.kind === 'posted' ? outcome.hint : null;
}
