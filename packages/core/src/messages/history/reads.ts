import { requireUuid } from '../../kernel/errors/require-uuid.js';
import type { ActorContext } from '../../procedures/context.js';
import { setStreamPositions } from '../../procedures/stream-positions.js';
import type { Message } from '../../protocol/records/message.js';
import { accessMessage, hideChannel } from '../access.js';
import { findByExternalId } from '../queries.js';
import type { ListMessagesInput, ListThreadInput } from '../schemas.js';
import * as pages from './pages.js';

/** A message that the caller may read. Throws `MESSAGE_NOT_FOUND`. */
export async function getMessage(ctx: ActorContext, messageId: string): Promise<Message> {
  const { message, headSeq } = await accessMessage(ctx, messageId, 'read');
  setStreamPositions(ctx.request, { [message.channelId]: headSeq });
  return message;
}

/**
 * A page of a channel's history, or the one message with an external id. Throws `CHANNEL_NOT_FOUND`, or `INVALID_INPUT`
 * for a cursor of another one.
 */
export async function listMessages(ctx: ActorContext, input: ListMessagesInput): Promise<Message[]> {
  const channelId = requireUuid(input.channelId, 'CHANNEL_NOT_FOUND');
  const { externalId } = input;
  if (externalId !== undefined) return listByExternalId(ctx, channelId, externalId);
  return withPosition(ctx, await pages.readTimeline(ctx, channelId, input));
}

/**
 * A page of the replies to a message, also when it has been deleted, since they belong to other people; for a reply, a
 * page of the thread that it is in. Throws `MESSAGE_NOT_FOUND`, or `INVALID_INPUT` for a cursor of another channel.
 */
export async function listThread(ctx: ActorContext, input: ListThreadInput): Promise<Message[]> {
  const messageId = requireUuid(input.messageId, 'MESSAGE_NOT_FOUND');
  return withPosition(ctx, await pages.readThread(ctx, messageId, input).catch(hideChannel));
}

async function listByExternalId(
  ctx: ActorContext,
  channelId: string,
  externalId: string,
): Promise<Message[]> {
  // Before the message is searched for, so that one which is posted meanwhile is found, or is an event after the position.
  const newest = await pages.readTimeline(ctx, channelId, { limit: 1 });
  const messageId = await findByExternalId(ctx.services.db, newest.channel.id, externalId);
  const page = messageId === null ? { ...newest, messages: [] } : await pages.readSingle(ctx, messageId);
  return withPosition(ctx, page);
}

function withPosition(ctx: ActorContext, { channel, headSeq, messages }: pages.MessagePage): Message[] {
  setStreamPositions(ctx.request, { [channel.id]: headSeq });
  return messages;
}
