import type { Transaction } from '@palaver/db';
import { assignAttachments, lockAttachments } from '../../attachments/actions.js';
import { joinByPosting } from '../../channels/membership.js';
import { isSlowed } from '../../channels/permissions.js';
import { takeTurn } from '../../channels/slow-mode.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { Clock } from '../../kernel/services/clock.js';
import { lockStreams } from '../../log/append.js';
import { channelStream, type Stream, serverStream, userStream } from '../../log/streams.js';
import type { Emit } from '../../log/transact.js';
import type { ActorContext, Using } from '../../procedures/context.js';
import type { OutcomeOf, PostDraft, Posted, PostOutcome } from '../../procedures/post-queue.js';
import { findServerOf } from '../queries.js';
import { postBatch } from './batch.js';

type Posting = Pick<ActorContext, 'actor'> & Using<'clock'>;

/**
 * Posts one message in a transaction that does more, under the locks of the server, the channel and the author. Whoever is not
 * in a public channel joins it. Publish the hint of the outcome after the commit. Throws what `sendMessage` does.
 */
export async function postInTransaction(
  ctx: Posting,
  tx: Transaction,
  emit: Emit,
  draft: PostDraft,
): Promise<Posted> {
  const first = await postOne(ctx, tx, draft);
  return first?.kind === 'prepare-first' ? prepareAndPost(ctx, tx, emit, first) : requirePosted(first);
}

/** The same for who is known to have to join first, or to take a turn in a channel with slow mode. */
export async function prepareAndPost(
  ctx: Posting,
  tx: Transaction,
  emit: Emit,
  { serverId, draft }: OutcomeOf<'prepare-first'>,
): Promise<Posted> {
  const { channelId, userId, webhook } = draft;
  const channel = webhook
    ? { role: 'member' as const, slowModeSeconds: webhook.slowModeSeconds }
    : await joinByPosting(ctx, tx, emit, { serverId, channelId });
  const posted = requirePosted(await postOne(ctx, tx, { ...draft, takesTurn: true }));
  const { slowModeSeconds } = channel;
  // A retry of what was posted takes no turn.
  if (posted.kind === 'posted' && isSlowed(channel))
    await takeTurn(tx, { channelId, userId, slowModeSeconds });
  return posted;
}

async function postOne({ services }: Posting, tx: Transaction, draft: PostDraft) {
  const posts = { channelId: draft.channelId, drafts: () => [draft], clock: services.clock };
  const [outcome] = await postUnderLock(tx, { ...posts, locks: 'all' });
  return outcome;
}

function requirePosted(outcome: PostOutcome | undefined): Posted {
  if (outcome?.kind === 'refused') throw outcome.error;
  // Under these locks nothing else can be, unless the channel is being removed for good.
  if (outcome?.kind !== 'posted' && outcome?.kind !== 'replayed') throw new AppError('BUSY');
  return outcome;
}

/** What is posted to one channel, and under which locks. */
interface PostsUnderLock {
  readonly channelId: string;
  /**
   * Called once the streams are locked, or before with `all`. A post with attachments must be alone: a claim of attachments
   * that fails takes the whole batch with it.
   */
  readonly drafts: () => readonly PostDraft[];
  readonly clock: Clock;
  /**
   * The streams that are locked. `all`: besides the channel's also the server's and the authors', so no outcome is a
   * `conflict`; but every other write to the server waits.
   */
  readonly locks: 'channel' | 'all';
}

/** Posts to one channel inside a transaction that waits for its log. Throws what `lockAttachments` does. */
export async function postUnderLock(
  tx: Transaction,
  { channelId, drafts, clock, locks }: PostsUnderLock,
): Promise<PostOutcome[]> {
  const streams = locks === 'all' ? await allStreams(tx, channelId, drafts()) : [channelStream(channelId)];
  await lockStreams(tx, streams);
  const now = clock.now();
  const outcomes = await postBatch(tx, drafts(), now, {
    claimAttachments: (draft, messageId) =>
      lockAttachments(tx, {
        channelId,
        uploaderId: draft.userId,
        scheduledId: draft.scheduledId,
        messageId,
        ids: draft.attachmentIds,
      }),
  });
  for (const outcome of outcomes) {
    if (outcome.kind === 'posted') await assignAttachments(tx, outcome.message.attachments);
  }
  return outcomes;
}

/** The streams whose events decide about posts (`PosterCache`), in the order of `lockStreams`. */
async function allStreams(
  tx: Transaction,
  channelId: string,
  drafts: readonly PostDraft[],
): Promise<Stream[]> {
  const serverId = await findServerOf(tx, channelId);
  const authorIds = [...new Set(drafts.map(({ userId }) => userId))].sort();
  return [
    ...(serverId === null ? [] : [serverStream(serverId)]),
    channelStream(channelId),
    ...authorIds.map(userStream),
  ];
}
