import type { Transaction } from '@palaver/db';
import { accessClaimable } from '../attachments/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import type { Authorized } from '../kernel/services/actor.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { type AnswerStore, type Emit, transact } from '../log/transact.js';
import { requirePost } from '../messages/content.js';
import { type ActorContext, within } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { Draft } from '../protocol/records/draft.js';
import { accessPlace } from './access.js';
import type { Place } from './queries.js';
import * as queries from './queries.js';
import type { DeleteDraftInput, DraftInput, PutDraftInput } from './schemas.js';

/** The caller's drafts in channels that they may read, the latest first. */
export async function listDrafts(ctx: ActorContext): Promise<Draft[]> {
  const { userId } = ctx.actor;
  const { seq, drafts } = await queries.listDrafts(ctx.services.db, userId);
  setStreamPositions(ctx.request, { [userId]: seq });
  return [...drafts];
}

/** Throws `CHANNEL_NOT_FOUND`, `MESSAGE_NOT_FOUND` or `DRAFT_NOT_FOUND`. */
export async function getDraft(ctx: ActorContext, input: DraftInput): Promise<Draft> {
  const draft = await queries.findDraft(ctx.services.db, await accessPlace(ctx, input, 'read'));
  if (draft === null) throw new AppError('DRAFT_NOT_FOUND');
  return draft;
}

/**
 * Keeps a draft in the place of the one before. Under the lock of the caller's stream, so of two devices the later one wins,
 * and the events are in the order of the texts. The same again changes nothing and publishes nothing.
 *
 * Throws `CHANNEL_NOT_FOUND`, `MESSAGE_NOT_FOUND`, `INVALID_INPUT`, `ATTACHMENT_NOT_FOUND`, `ATTACHMENT_IN_USE` or
 * `TOO_MANY_DRAFTS`.
 */
export function putDraft(ctx: ActorContext, input: PutDraftInput): Promise<Draft> {
  const { userId } = ctx.actor;
  requirePost(ctx.services.settings.limits, input.content, input.attachmentIds.length);
  const put = async (tx: Transaction, emit: Emit): Promise<Draft> => {
    const place = await lockPlace(ctx, tx, input, 'write');
    const claim = { channelId: place.channelId, uploaderId: userId, ids: input.attachmentIds };
    const attachmentIds = (await accessClaimable(tx, claim)).map(({ id }) => id);
    const before = await queries.findDraft(tx, place);
    const { content } = input;
    if (before?.content === content && before.attachmentIds.join() === attachmentIds.join()) return before;
    if (before === null)
      requireQuota('drafts', await queries.countDrafts(tx, userId), ctx.services.settings.quotas.drafts);
    const draft = await queries.upsertDraft(tx, place, { content, attachmentIds }, ctx.services.clock.now());
    const { channelId, threadId, updatedAt } = draft;
    await emit(userStream(userId), { type: 'draft.updated', data: { channelId, threadId, updatedAt } });
    return draft;
  };
  return transact(ctx, put, { answers: storedWithoutText(userId) });
}

/** What `accessPlace` finds, read under the lock of the caller's stream. Sent together, and carried out in this order. */
async function lockPlace<Action extends 'read' | 'write'>(
  ctx: ActorContext,
  tx: Transaction,
  input: DraftInput,
  action: Action,
): Promise<Authorized<Place, Action>> {
  const [, place] = await Promise.all([
    lockStream(tx, userStream(ctx.actor.userId)),
    accessPlace(within(tx, ctx), input, action),
  ]);
  return place;
}

/** A retry gets the text that is there now: a text that was deleted or written over is kept nowhere. */
function storedWithoutText(userId: string): AnswerStore<Draft, Draft> {
  return {
    store: (draft) => ({ ...draft, content: '', attachmentIds: [] }),
    recall: async (draft, q) => (await queries.findDraft(q, { ...draft, userId })) ?? draft,
  };
}

/**
 * Deletes a draft of the caller's; where there is none, nothing happens. Throws `CHANNEL_NOT_FOUND`, `MESSAGE_NOT_FOUND`, or
 * `DRAFT_CHANGED` where `updatedAt` names another version than the one that is there.
 */
export async function deleteDraft(ctx: ActorContext, input: DeleteDraftInput): Promise<void> {
  const { userId } = ctx.actor;
  await transact(ctx, async (tx, emit) => {
    const place = await lockPlace(ctx, tx, input, 'read');
    const draft = await queries.findDraft(tx, place);
    if (draft === null) return;
    if (input.updatedAt && input.updatedAt.toISOString() !== draft.updatedAt)
      throw new AppError('DRAFT_CHANGED');
    const { channelId, threadId } = place;
    await Promise.all([
      queries.deleteDraft(tx, place),
      emit(userStream(userId), { type: 'draft.deleted', data: { channelId, threadId } }),
    ]);
  });
}
