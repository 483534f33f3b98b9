import type { Transaction } from '@palaver/db';
import { joinByPosting } from '../channels/membership.js';
import { isSlowed } from '../channels/permissions.js';
import { takeTurn } from '../channels/slow-mode.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { Emit } from '../log/transact.js';
import type { ActorContext, Using } from '../procedures/context.js';
import type { PostDraft } from '../procedures/post-queue.js';
import type { BatchOutcome, Posted } from './post-batch.js';
import { postUnderLock } from './post-under-lock.js';

type Posting = Pick<ActorContext, 'actor'> & Using<'clock'>;

/**
 * Posts one message in a transaction that does more, under the locks of the server, the channel and the author. Whoever is not
 * in a public channel joins it, so a transaction that holds streams has locked the author's account before them. Publish the
 * hint of the outcome after the commit. Throws what `sendMessage` does.
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
  { serverId, post: draft }: Extract<BatchOutcome, { readonly kind: 'prepare-first' }>,
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
  const { channelId } = draft;
  const { clock } = services;
  const [outcome] = await postUnderLock(tx, { channelId, posts: () => [draft], clock, locked: 'all' });
  return outcome;
}

function requirePosted(outcome: BatchOutcome | undefined): Posted {
  if (outcome?.kind === 'refused') throw outcome.error;
  // Under these locks nothing else can be, unless the channel is being removed for good.
  if (outcome?.kind !== 'posted' && outcome?.kind !== 'replayed') throw new AppError('BUSY');
  return outcome;
}
