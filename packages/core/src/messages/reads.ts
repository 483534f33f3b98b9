import { accessChannel } from '../channels/access.js';
import type { ActorContext } from '../kernel/context.js';
import { tellPlaces } from '../kernel/stream-seq.js';
import { accessMessage } from './access.js';
import { rootOf } from './actions.js';
import * as pages from './pages.js';
import { toMessage } from './record.js';
import type { ListMessagesInput, ListThreadInput, Message } from './schemas.js';

/** A message that the caller may read. Throws `MESSAGE_NOT_FOUND`. */
export async function getMessage(ctx: ActorContext, messageId: string): Promise<Message> {
  const message = await accessMessage(ctx, messageId, 'read');
  tellPlaces(ctx, { [message.channelId]: message.headSeq });
  return toMessage(message);
}

/** A page of a channel's history. Throws `CHANNEL_NOT_FOUND`, or `INVALID_INPUT` for a cursor that is none. */
export async function listMessages(ctx: ActorContext, input: ListMessagesInput): Promise<Message[]> {
  const channel = await accessChannel(ctx, input.channelId, 'read');
  const { value, places } = await pages.listTimeline(ctx.db, channel.id, input);
  tellPlaces(ctx, places);
  return value.map(toMessage);
}

/** A page of the replies to a message. Throws `MESSAGE_NOT_FOUND`, or `INVALID_INPUT` for a cursor that is none. */
export async function listThread(ctx: ActorContext, input: ListThreadInput): Promise<Message[]> {
  const message = await accessMessage(ctx, input.messageId, 'readThread');
  const root = { channelId: message.channelId, id: rootOf(message) };
  const { value, places } = await pages.listThread(ctx.db, root, input);
  tellPlaces(ctx, places);
  return value.map(toMessage);
}
