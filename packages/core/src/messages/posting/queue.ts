import { batched } from '../../kernel/concurrency/batched.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { PostAnswer, PostDraft, PostOutcome, PostQueue } from '../../procedures/post-queue.js';
import type { Resources } from '../../procedures/services.js';
import { postBatch } from './batch.js';
import { BatchQueue, type QueuedPost } from './batch-queue.js';
import { ChannelQueues } from './channel-queues.js';
import { postUnderLock } from './in-transaction.js';
import { PosterCache } from './poster-cache.js';
import { readFacts } from './read.js';

/**
 * In milliseconds: longer than any statement may take. A commit that waits for a synchronous standby has no time limit, and its
 * cancellation would acknowledge it: the wait goes on, and the client hears that nothing is known (docs/nodes.md, A fail-over of Postgres).
 */
const ANSWER_WITHIN = 10_000;
/** As many posters are read in one statement. */
const READ_MAX = 100;
const UNKNOWN = 'It is not known whether the message was sent; send it again with the same Idempotency-Key.';

type QueueResources = Pick<Resources, 'db' | 'bus' | 'clock' | 'log' | 'traces'>;

/**
 * Group commit. Posts go by the main queue, which never waits for the log of a channel, and posts to a channel whose log
 * somebody else holds by a queue of that channel, so that no channel holds up another.
 */
export function createPostQueue(resources: QueueResources): PostQueue & { close(): void } {
  const { db, bus, clock, log, traces } = resources;
  let batches = 0;
  const cache = new PosterCache();
  const leaveBus = bus.onHint((hint) => cache.onHint(hint));
  const readAhead = readingInto(cache, db);
  const main = new BatchQueue({
    commit: (take) => {
      const posts = take();
      const drafts = posts.map(({ draft }) => draft);
      const readsKeys = posts.some(({ failures }) => failures > 0);
      const compares = posts.some(({ conflicts }) => conflicts > 0);
      return commit(
        () => postBatch(db, drafts, clock.now(), { cache, readsKeys, compares }),
        () => drafts,
      );
    },
    publish,
    onConflict: (post) => channels.add(post),
  });
  const channels = new ChannelQueues({
    commit: (channelId, drafts) => commit(() => commitUnderLock(channelId, drafts), drafts),
    publish,
  });

  function commit(
    run: () => Promise<PostOutcome[]>,
    drafts: () => readonly PostDraft[],
  ): Promise<PostOutcome[]> {
    batches++;
    const hintOf = (outcome: PostOutcome) => (outcome.kind === 'posted' ? outcome.hint : null);
    return traces ? traces.commit(run, drafts, hintOf) : run();
  }

  /** The server's log is waited for only where it, or an author's, has moved between the read and the write. */
  async function commitUnderLock(
    channelId: string,
    drafts: () => readonly PostDraft[],
  ): Promise<PostOutcome[]> {
    const write = (locks: 'channel' | 'all') =>
      db.transaction((tx) => postUnderLock(tx, { channelId, drafts, clock, locks }));
    const outcomes = await write('channel');
    // Then nothing of the batch was written.
    return outcomes.some(({ kind }) => kind === 'conflict') ? write('all') : outcomes;
  }

  function publish(outcomes: readonly PostOutcome[]): void {
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

  function add(post: QueuedPost): void {
    if (goesByChannel(post.draft)) channels.add(post);
    else main.add(post);
  }

  function goesByChannel({ channelId, attachmentIds }: PostDraft): boolean {
    return channels.has(channelId) || attachmentIds.length > 0;
  }

  /** The message that a reply names is read with each batch, whoever is known. */
  function isReadBefore(draft: PostDraft): boolean {
    const { channelId, userId, parentId } = draft;
    return parentId === null && !goesByChannel(draft) && cache.find(channelId, userId) === null;
  }

  return {
    close: leaveBus,
    post: (draft) => {
      let timer: NodeJS.Timeout;
      const answer = new Promise<PostAnswer>((resolve, reject) => {
        timer = setTimeout(() => reject(new AppError('BUSY', { message: UNKNOWN })), ANSWER_WITHIN);
        const post = { draft, resolve, reject };
        const queue = () => (traces ? traces.queue(draft, () => add(post)) : add(post));
        if (isReadBefore(draft)) void readAhead(draft).then(queue, reject);
        else queue();
      });
      return answer.finally(() => clearTimeout(timer));
    },
    measure: () => ({ waiting: main.waiting + channels.waiting, channels: channels.size, batches }),
  };
}

/**
 * Reads who posts while the batches before are written: a batch that finds everybody in the cache is one statement instead of two.
 * One at a time, so that posts keep their order.
 */
function readingInto(cache: PosterCache, db: QueueResources['db']): (draft: PostDraft) => Promise<unknown> {
  const read = async (drafts: readonly PostDraft[]) => {
    const unkeyed = drafts.map((draft) => ({ ...draft, idempotency: null }));
    const facts = await readFacts(db, unkeyed);
    return drafts.map(({ channelId, userId }, index) => {
      const poster = facts[index]?.poster ?? null;
      if (poster) cache.storeUnlessBehind(channelId, userId, poster);
      return poster;
    });
  };
  return batched(read, READ_MAX, 1);
}
