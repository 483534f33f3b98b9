import type { Transaction } from '@palaver/db';
import { accessChannel, readableChannels } from '../channels/access.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { iso } from '../kernel/sql/instant.js';
import { lockStreams } from '../log/append.js';
import { channelStream, type Stream, serverStream, userStream } from '../log/streams.js';
import { type AfterCommit, type Emit, findReplay, transact, type WriteContext } from '../log/transact.js';
import { checkPost } from '../messages/checking/checked-queue.js';
import { requireContent, requirePost } from '../messages/content.js';
import { storedExtra } from '../messages/extra.js';
import { resolveMentions } from '../messages/mentions/resolve.js';
import { postInTransaction } from '../messages/posting/in-transaction.js';
import { type ActorContext, type Using, within } from '../procedures/context.js';
import type { PostDraft } from '../procedures/post-queue.js';
import type { InteractionAnswer } from '../protocol/records/interaction.js';
import { requireJoiningUser } from '../users/access.js';
import { endSending, type Sending } from './endpoint/sending.js';
import { countAnswer, findInteraction, type InteractionRow, lockInteraction } from './queries.js';
import type { RespondInput } from './schemas.js';

/** The first answer, and five more. */
const ANSWERS_MAX = 6;

/** What an answer needs, of a request of the bot or of the work that calls its endpoint. */
export type AnswerContext = WriteContext &
  Pick<ActorContext, 'actor'> &
  Using<'settings' | 'beforeSend' | 'background'>;

/**
 * Answers an interaction with a message of the bot, or to who asked alone. Throws `INTERACTION_NOT_FOUND` for one that has ended,
 * is another bot's, or whose channel one of the two may not read any more; `TOO_MANY_ANSWERS`; `INVALID_INPUT`; and what posting
 * throws. `sending` is the call of an endpoint that has brought the answer, which it ends; one that another node has made meanwhile is
 * refused with `BUSY`.
 */
export async function respond(
  ctx: AnswerContext,
  input: RespondInput,
  sending?: Pick<Sending, 'id' | 'lease'>,
): Promise<InteractionAnswer> {
  requireFields(ctx, input);
  const id = requireUuid(input.interactionId, 'INTERACTION_NOT_FOUND');
  const content = await acceptedContent(ctx, id, input);
  const answered = await transact(ctx, async (tx, emit, afterCommit) => {
    const { userId: botId } = ctx.actor;
    // It may join the channel by its answer, and an account is locked before all streams.
    if (!input.ephemeral) await requireJoiningUser(tx, botId);
    const row = await lockInteraction(tx, { id, botId, now: ctx.services.clock.now() });
    if (row === null) throw new AppError('INTERACTION_NOT_FOUND');
    if (row.answers >= ANSWERS_MAX) throw new AppError('TOO_MANY_ANSWERS');
    if (sending && !(await endSending(tx, sending))) throw new AppError('BUSY');
    await lockStreams(tx, streamsOf(row));
    await requireReader(ctx, tx, row);
    const work = { tx, emit, afterCommit };
    return input.ephemeral
      ? tell(ctx, work, row, content)
      : post(ctx, work, row, { ...draftOf(row, input), content });
  });
  // Those who follow the thread since are told in the background.
  ctx.services.background.wake();
  return answered;
}

function requireFields({ services }: AnswerContext, input: RespondInput): void {
  const { limits } = services.settings;
  const { content, ephemeral, attachmentIds, components = [] } = input;
  if (!ephemeral) {
    requirePost(limits, content, attachmentIds.length);
    return;
  }
  if (attachmentIds.length > 0) throw invalidField('attachmentIds', 'must be empty for an ephemeral answer');
  if (components.length > 0) throw invalidField('components', 'must be empty for an ephemeral answer');
  requireContent(limits, content, 0);
}

/** The streams that an answer writes to, and those that decide about a post, in the order of locks. */
function streamsOf({ serverId, channelId, botId, userId }: InteractionRow): Stream[] {
  return [
    ...(serverId === null ? [] : [serverStream(serverId)]),
    channelStream(channelId),
    ...[...new Set([botId, userId])].sort().map(userStream),
  ];
}

/** Who asked must still read the channel. Throws `INTERACTION_NOT_FOUND`. */
async function requireReader(
  { actor }: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  { userId, channelId }: InteractionRow,
): Promise<void> {
  const lookups = [userId, actor.userId].map((reader) => ({ userId: reader, channelId }));
  const readable = await readableChannels(tx, lookups);
  if (readable.includes(null)) throw new AppError('INTERACTION_NOT_FOUND');
}

interface Work {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly afterCommit: AfterCommit;
}

/** Tells who asked, and nobody else: the answer is in their stream until the interaction ends. */
async function tell(
  ctx: AnswerContext,
  { tx, emit }: Work,
  row: InteractionRow,
  content: string,
): Promise<InteractionAnswer> {
  await accessChannel(within(tx, ctx), row.channelId, 'post');
  const answer = answerOf(row, null);
  const { seq } = await emit(userStream(row.userId), ({ at }) => respondedEvent(row, answer, content, at));
  await countAnswer(tx, row.id, seq);
  return answer;
}

async function post(
  ctx: AnswerContext,
  { tx, emit, afterCommit }: Work,
  row: InteractionRow,
  draft: PostDraft,
): Promise<InteractionAnswer> {
  const mentions = await resolveMentions(tx, draft, draft.content);
  const posted = await postInTransaction(ctx, tx, emit, { ...draft, mentions });
  // A message without a key is no repetition.
  if (posted.kind !== 'posted') throw new AppError('BUSY');
  const answer = answerOf(row, posted.message.id);
  await emit(userStream(row.userId), ({ at }) => respondedEvent(row, answer, '', at));
  await countAnswer(tx, row.id, null);
  afterCommit(() => ctx.services.bus.publish(posted.hint));
  return answer;
}

function answerOf({ id, answers }: InteractionRow, messageId: string | null): InteractionAnswer {
  return { interactionId: id, number: answers + 1, ephemeral: messageId === null, messageId };
}

function respondedEvent(
  { botId, channelId, threadId }: InteractionRow,
  answer: InteractionAnswer,
  content: string,
  at: Date,
) {
  const data = { ...answer, botId, channelId, threadId, content, createdAt: iso(at) };
  return { type: 'interaction.responded' as const, data };
}

function draftOf(row: InteractionRow, input: RespondInput): PostDraft {
  const { id, userId, botId, channelId, threadId, name } = row;
  const { content, attachmentIds, components } = input;
  return {
    channelId,
    userId: botId,
    parentId: threadId,
    content,
    attachmentIds,
    mentions: null,
    extra: storedExtra({ interaction: { id, userId, name }, components }),
    idempotency: null,
  };
}

/**
 * The content that the operator's hook lets a message have. It hears of messages alone, outside of any transaction, and of
 * nothing that an earlier try with this key has done.
 */
async function acceptedContent(ctx: AnswerContext, id: string, input: RespondInput): Promise<string> {
  const { actor } = ctx;
  const { beforeSend, db, settings, clock } = ctx.services;
  if (beforeSend === null || input.ephemeral || (await findReplay(ctx))) return input.content;
  const row = await findInteraction(db, { id, partyId: actor.userId, now: clock.now() });
  if (row?.botId !== actor.userId) throw new AppError('INTERACTION_NOT_FOUND');
  return (await checkPost({ db, settings, beforeSend }, draftOf(row, input))).content;
}
