import { newId, type Transaction } from '@palaver/db';
import { claimAttachments, removeAttachmentsOf } from '../attachments/actions.js';
import { accessChannel, type ChannelAccess } from '../channels/access.js';
import { joinByPosting } from '../channels/membership.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { isUuid } from '../kernel/schema/ids.js';
import type { Authorized } from '../kernel/services/actor.js';
import { channelStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { Message } from '../protocol/records/message.js';
import { accessMessage, hideChannel, lockMessage } from './access.js';
import { postOnFastPath } from './post.js';
import * as queries from './queries.js';
import { toMessage } from './record.js';
import type { EditMessageInput, ReplyInput, SendMessageInput } from './schemas.js';

/**
 * Posts a message, or a reply where `threadId` names a message of the channel; whoever is not in a public channel
 * joins it by that. The access is asked inside the transaction, after the client's key: a retry of what was written
 * gets its first answer also when the channel has been archived since.
 *
 * Throws `CHANNEL_NOT_FOUND`, `CHANNEL_ARCHIVED`, `MESSAGE_NOT_FOUND` (of `threadId`), `INVALID_INPUT` for an empty
 * message, `ATTACHMENT_NOT_FOUND` or `ATTACHMENT_IN_USE`.
 */
export async function sendMessage(ctx: ActorContext, input: SendMessageInput): Promise<Message> {
  const posted = await postOnFastPath(ctx, { ...input, parentId: input.threadId ?? null });
  return posted ?? sendOnSlowPath(ctx, input);
}

function sendOnSlowPath(ctx: ActorContext, input: SendMessageInput): Promise<Message> {
  return transact(ctx, async (tx, emit) => {
    const within = { actor: ctx.actor, db: tx };
    const channel = await accessChannel(within, input.channelId, 'post');
    if (input.threadId == null) return post(ctx, tx, emit, channel, { ...input, rootId: null });
    const parent = await accessMessage(within, input.threadId, 'reply');
    if (parent.channelId !== channel.id) throw new AppError('MESSAGE_NOT_FOUND');
    return post(ctx, tx, emit, channel, { ...input, rootId: rootOf(parent) });
  });
}

/** Replies to a message; a reply to a reply goes to the root of the thread. Throws what `sendMessage` does. */
export async function replyToMessage(ctx: ActorContext, input: ReplyInput): Promise<Message> {
  const { messageId } = input;
  const channelId = isUuid(messageId) ? await queries.findChannelOf(ctx.db, messageId) : null;
  const posted = channelId && (await postOnFastPath(ctx, { ...input, channelId, parentId: messageId }));
  return posted || replyOnSlowPath(ctx, input);
}

function replyOnSlowPath(ctx: ActorContext, input: ReplyInput): Promise<Message> {
  return transact(ctx, async (tx, emit) => {
    const parent = await accessMessage({ actor: ctx.actor, db: tx }, input.messageId, 'reply');
    return post(ctx, tx, emit, parent.channel, { ...input, rootId: rootOf(parent) }).catch(hideChannel);
  });
}

/** The message that a thread hangs on: threads are one deep. */
export function rootOf(message: { readonly id: string; readonly threadId: string | null }): string {
  return message.threadId ?? message.id;
}

interface Post {
  readonly rootId: string | null;
  readonly content: string;
  readonly attachmentIds: readonly string[];
}

async function post(
  ctx: ActorContext,
  tx: Transaction,
  emit: Emit,
  channel: Authorized<ChannelAccess, 'post'>,
  { rootId, content, attachmentIds }: Post,
): Promise<Message> {
  requireContent(content, attachmentIds.length);
  // In a direct message everybody is a member already.
  if (!channel.isMember && channel.serverId !== null) {
    await joinByPosting(ctx, tx, emit, { serverId: channel.serverId, channelId: channel.id });
  }
  const { userId } = ctx.actor;
  const { event } = await emit(channelStream(channel.id), async ({ seq, at }) => {
    const id = newId();
    const row = {
      id,
      channelId: channel.id,
      seq,
      userId,
      threadId: rootId,
      content,
      createdAt: at,
      updatedAt: at,
    };
    const [user] = await Promise.all([
      queries.insertMessage(tx, row),
      // Asked again, now under the channel's lock and in the same round trip: who was removed while this waited
      // for its place, or found the channel archived by then, has no place after that.
      accessChannel({ actor: ctx.actor, db: tx }, channel.id, 'post'),
    ]);
    if (rootId !== null && !(await queries.countReply(tx, rootId))) throw new AppError('MESSAGE_NOT_FOUND');
    const claim = { channelId: channel.id, uploaderId: userId, messageId: id, ids: attachmentIds };
    const attachments = await claimAttachments(tx, claim);
    const data = toMessage({ ...row, edited: false, replyCount: 0, user, reactions: [], attachments });
    return { type: 'message.created', data };
  });
  return event.data;
}

/**
 * Changes what one's own message says; the same words again change nothing and tell nobody.
 * Throws `MESSAGE_NOT_FOUND`, `NOT_YOUR_MESSAGE`, `CHANNEL_ARCHIVED`, or `INVALID_INPUT` for an empty message.
 */
export function editMessage(ctx: ActorContext, { messageId, content }: EditMessageInput): Promise<Message> {
  return transact(ctx, async (tx, emit) => {
    const message = await lockMessage(ctx, tx, messageId, 'edit');
    requireContent(content, message.attachments.length);
    if (content === message.content) return toMessage(message);
    const { event } = await emit(channelStream(message.channelId), async ({ at }) => {
      await queries.updateContent(tx, message.id, content, at);
      const data = toMessage({ ...message, content, edited: true, updatedAt: at });
      return { type: 'message.updated', data };
    });
    return event.data;
  });
}

/**
 * Deletes a message with its reactions and files. Its replies belong to other people and stay, readable by the
 * thread; nobody can reply to it any more. Throws `MESSAGE_NOT_FOUND` or `NOT_YOUR_MESSAGE`.
 */
export async function deleteMessage(ctx: ActorContext, messageId: string): Promise<void> {
  const removeFiles = await transact(ctx, async (tx, emit) => {
    const { id, channelId, threadId } = await lockMessage(ctx, tx, messageId, 'delete');
    const remove = await removeAttachmentsOf(ctx, tx, id);
    await emit(channelStream(channelId), async ({ at }) => {
      await queries.softDeleteMessage(tx, id, at);
      if (threadId !== null) await queries.uncountReply(tx, threadId);
      return { type: 'message.deleted', data: { id, channelId, threadId } };
    });
    return remove;
  });
  await removeFiles();
}

/** product.md: 1 to 4,000 characters; may be empty with attachments. */
function requireContent(content: string, attachmentCount: number): void {
  if (content === '' && attachmentCount === 0)
    throw invalidField('content', 'must not be empty without attachments');
}
