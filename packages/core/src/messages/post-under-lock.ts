import type { Transaction } from '@palaver/db';
import { assignAttachments, lockAttachments } from '../attachments/actions.js';
import type { Clock } from '../kernel/services/clock.js';
import { lockStreams } from '../log/append.js';
import { channelStream, type Stream, serverStream, userStream } from '../log/streams.js';
import type { PostDraft } from '../procedures/post-queue.js';
import { type AfterPosts, type BatchOutcome, postBatch } from './post-batch.js';
import type { PostKnowledge } from './post-knowledge.js';
import { findServerOf } from './queries.js';

/** What a transaction that posts to one channel needs to know. */
export interface PostsUnderLock {
  readonly channelId: string;
  /**
   * Called once the streams are locked, or before with `all`. A post with attachments must be alone: a claim of attachments
   * that fails takes the whole batch with it.
   */
  readonly posts: () => readonly PostDraft[];
  readonly clock: Clock;
  /**
   * The streams that are locked. `channel`: the channel's, so no outcome is `contended`. `all`: also the server's and the
   * authors', so none is `outdated`; but every other write to the server waits.
   */
  readonly locked: 'channel' | 'all';
  /** What is known from earlier batches, and what takes it further after the commit; without it, everything is read. */
  readonly known?: { readonly knowledge: PostKnowledge; readonly afterCommit: AfterPosts };
}

/** Posts to one channel inside a transaction that waits for its log. Throws what `lockAttachments` does. */
export async function postUnderLock(
  tx: Transaction,
  { channelId, posts: take, clock, locked, known }: PostsUnderLock,
): Promise<BatchOutcome[]> {
  const streams = locked === 'all' ? await allStreams(tx, channelId, take()) : [channelStream(channelId)];
  await lockStreams(tx, streams);
  const now = clock.now();
  const outcomes = await postBatch(tx, take(), now, {
    ...known,
    claimAttachments: (post, messageId) =>
      lockAttachments(tx, {
        channelId,
        uploaderId: post.userId,
        scheduledId: post.scheduledId,
        messageId,
        ids: post.attachmentIds,
      }),
  });
  for (const outcome of outcomes) {
    if (outcome.kind === 'posted') await assignAttachments(tx, outcome.message.attachments);
  }
  return outcomes;
}

/** The streams whose events decide about posts (`PostKnowledge`), in the order of `lockStreams`. */
async function allStreams(
  tx: Transaction,
  channelId: string,
  posts: readonly PostDraft[],
): Promise<Stream[]> {
  const serverId = await findServerOf(tx, channelId);
  const authorIds = [...new Set(posts.map(({ userId }) => userId))].sort();
  return [
    ...(serverId === null ? [] : [serverStream(serverId)]),
    channelStream(channelId),
    ...authorIds.map(userStream),
  ];
}
