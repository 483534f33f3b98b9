import type { Transaction } from '@palaver/db';
import { removeAttachmentsOf } from '../attachments/actions.js';
import { joinByPosting } from '../channels/membership.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { iso } from '../kernel/sql/instant.js';
import { channelStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { PostDraft } from '../procedures/post-queue.js';
import type { Message, PostedMessage } from '../protocol/records/message.js';
import { hideChannel, lockMessage } from './access.js';
import { requireContent } from './content.js';
import type { Posted } from './post-batch.js';
import { postUnderLock } from './post-under-lock.js';
import * as queries from './queries.js';
import { asPosted, recallMessage, storedAsId } from './recall.js';
import type { EditMessageInput, ReplyInput, SendMessageInput } from './schemas.js';
import { supersedeAllReactions, supersedeReactions, supersedeText } from './superseded-events.js';

/**
 * Posts a message, or a reply where `threadId` names a message of the channel; whoever is not in a public channel
 * joins it by that. A retry of what was written gets its first answer, also when the channel has been archived since.
 *
 * Throws `CHANNEL_NOT_FOUND`, `CHANNEL_ARCHIVED`, `MESSAGE_NOT_FOUND` (of `threadId`), `INVALID_INPUT` for a message
 * without anything to see, `ATTACHMENT_NOT_FOUND` or `ATTACHMENT_IN_USE`.
 */
export async function sendMessage(ctx: ActorContext, input: SendMessageInput): Promise<PostedMessage> {
  const { channelId, threadId = null, content, attachmentIds, nonce } = input;
  requireContent(ctx.settings.limits, content, attachmentIds.length);
  return post(ctx, {
    channelId: requireUuid(channelId, 'CHANNEL_NOT_FOUND'),
    parentId: threadId && requireUuid(threadId, 'MESSAGE_NOT_FOUND'),
    content,
    attachmentIds,
    nonce,
  });
}

/** Replies to a message; a reply to a reply goes to the root of the thread. Throws what `sendMessage` does. */
export async function replyToMessage(ctx: ActorContext, input: ReplyInput): Promise<PostedMessage> {
  const { content, attachmentIds, nonce } = input;
  const parentId = requireUuid(input.messageId, 'MESSAGE_NOT_FOUND');
  const channelId = await queries.findChannelOf(ctx.db, parentId);
  if (channelId === null) throw new AppError('MESSAGE_NOT_FOUND');
  requireContent(ctx.settings.limits, content, attachmentIds.length);
  return post(ctx, { channelId, parentId, content, attachmentIds, nonce }).catch(hideChannel);
}

async function post(
  ctx: ActorContext,
  fields: Omit<PostDraft, 'userId' | 'idempotency'>,
): Promise<PostedMessage> {
  const draft = { ...fields, userId: ctx.actor.userId, idempotency: ctx.idempotency };
  const first = await ctx.posts.post(draft);
  const outcome = first.kind === 'join-first' ? await joinAndPost(ctx, first.serverId, draft) : first;
  if (outcome.kind === 'posted') return withNonce(outcome.message, fields.nonce);
  ctx.replyHeaders.set('Idempotent-Replayed', 'true');
  return withNonce(asPosted(await recallMessage(ctx, outcome.messageId)), fields.nonce);
}

function withNonce(message: Message, nonce: string | undefined): PostedMessage {
  return nonce === undefined ? message : { ...message, nonce };
}

/** Who joins by posting has done both or neither. */
async function joinAndPost(ctx: ActorContext, serverId: string, draft: PostDraft): Promise<Posted> {
  const { channelId } = draft;
  // The client's key is kept with the message itself.
  const posted = await transact({ ...ctx, idempotency: null }, async (tx, emit) => {
    await joinByPosting(ctx, tx, emit, { serverId, channelId });
    const [outcome] = await postUnderLock(tx, {
      channelId,
      posts: [draft],
      now: ctx.clock.now(),
      locked: 'all',
    });
    if (outcome?.kind === 'refused') throw outcome.error;
    // Under these locks nothing else can be, unless the channel is being removed for good.
    if (outcome?.kind !== 'posted' && outcome?.kind !== 'replayed') throw new AppError('BUSY');
    return outcome;
  });
  if ('hint' in posted) ctx.bus.publish(posted.hint);
  return posted;
}

/**
 * Changes the content of the caller's own message; the same content again changes nothing and publishes nothing.
 * Throws `MESSAGE_NOT_FOUND`, `NOT_YOUR_MESSAGE`, `CHANNEL_ARCHIVED`, or `INVALID_INPUT` for a message without anything to see.
 */
export function editMessage(ctx: ActorContext, { messageId, content }: EditMessageInput): Promise<Message> {
  const edit = async (tx: Transaction, emit: Emit): Promise<Message> => {
    const { message } = await lockMessage(ctx, tx, messageId, 'edit');
    requireContent(ctx.settings.limits, content, message.attachments.length);
    if (content === message.content) return message;
    await supersedeText(tx, message);
    const { event } = await emit(channelStream(message.channelId), async (head) => {
      await queries.updateContent(tx, message.id, content, head);
      const data = { ...message, content, edited: true, updatedAt: iso(head.at) };
      return { type: 'message.updated', data };
    });
    return event.data;
  };
  return transact(ctx, edit, { answers: storedAsId(ctx) });
}

/**
 * Deletes a message with its reactions and attachments, in the log as well. Its replies belong to other people and stay
 * readable in their thread; nobody can reply to it any more. Throws `MESSAGE_NOT_FOUND` or `NOT_YOUR_MESSAGE`.
 */
export async function deleteMessage(ctx: ActorContext, messageId: string): Promise<void> {
  await transact(ctx, async (tx, emit, afterCommit) => {
    const { message } = await lockMessage(ctx, tx, messageId, 'delete');
    const { id, channelId, threadId } = message;
    afterCommit(await removeAttachmentsOf(ctx, tx, id));
    await supersedeText(tx, message);
    await emit(channelStream(channelId), async ({ at }) => {
      await queries.softDeleteMessage(tx, id, at);
      if (threadId !== null) await queries.uncountReply(tx, threadId);
      return { type: 'message.deleted', data: { id, channelId, threadId } };
    });
    const isWhole = await supersedeReactions(tx, message);
    if (!isWhole) afterCommit(() => supersedeAllReactions(ctx.db, message));
  });
}
