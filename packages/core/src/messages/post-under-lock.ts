import { statement, type Transaction } from '@palaver/db';
import { assignAttachments, lockAttachments } from '../attachments/actions.js';
import type { Clock } from '../kernel/services/clock.js';
import { lockStreams } from '../log/append.js';
import { channelStream, type Stream, serverStream, userStream } from '../log/streams.js';
import type { PostDraft } from '../procedures/post-queue.js';
import { type AfterPosts, type BatchOutcome, postBatch } from './post-batch.js';
import type { PostKnowledge } from './post-knowledge.js';
import type { TakeBatch } from './post-lane.js';
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
  const latest = await lockStreams(tx, streams);
  const now = laterOf(latest, clock.now());
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

/** What a transaction that posts to several channels needs to know. */
export interface PostsTogether extends Pick<PostsUnderLock, 'clock'> {
  /** The channels of the posts that wait. Called when it is this node's turn. */
  readonly channelIds: () => readonly string[];
  /** Called once the channels are locked, with them. */
  readonly take: TakeBatch;
  readonly known: NonNullable<PostsUnderLock['known']>;
}

/** Any constant, the same in every node: the advisory lock of whose turn it is to post together. */
const TURN = 7_310_442;
const TURN_WITHIN = '500ms';
const LOCK_WITHIN = '50ms';

/**
 * Waits for this node's turn for a limited time: a node that is frozen in its own must not stop the others. From then
 * on the transaction waits for each lock for a shorter one: a log that is held for longer must not hold up the posts to the other
 * channels, nor the other nodes.
 */
const waitForTurn = statement(`
  with patient as materialized (select set_config('lock_timeout', $1, true) as set),
    turn as materialized (select pg_advisory_xact_lock(${TURN})::text as taken from patient where set <> '')
  select set_config('lock_timeout', $2, true) from turn where taken is not null`);

/**
 * Posts without attachments to several channels inside a transaction that waits a moment for their logs. Nodes take turns: each
 * would wait for channels of the other's batch in any case, and so all posts that have come meanwhile go together.
 */
export async function postTogether(
  tx: Transaction,
  { channelIds, take, clock, known }: PostsTogether,
): Promise<BatchOutcome[]> {
  await waitForTurn(tx, [TURN_WITHIN, LOCK_WITHIN]);
  const waitedFor = channelIds();
  const latest = await lockStreams(tx, waitedFor.toSorted().map(channelStream));
  const { posts, readKeys } = take(new Set(waitedFor));
  return postBatch(tx, posts, laterOf(latest, clock.now()), { ...known, readKeys });
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b;
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
