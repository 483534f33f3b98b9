import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { Message } from '../protocol/records/message.js';
import { accessMessage, hideChannel } from './access.js';
import { toMessages } from './page-records.js';
import type { PageJson } from './page-statement.js';
import * as pages from './pages.js';
import { toMessage } from './record.js';
import type { ListMessagesInput, ListThreadInput } from './schemas.js';

/** A message that the caller may read. Throws `MESSAGE_NOT_FOUND`. */
export async function getMessage(ctx: ActorContext, messageId: string): Promise<Message> {
  const message = await accessMessage(ctx, messageId, 'read');
  setStreamPositions(ctx, { [message.channelId]: message.headSeq });
  return toMessage(message);
}

/** A page of a channel's history. Throws `CHANNEL_NOT_FOUND`, or `INVALID_INPUT` for a cursor that is none. */
export async function listMessages(ctx: ActorContext, input: ListMessagesInput): Promise<Message[]> {
  const channelId = requireUuid(input.channelId, 'CHANNEL_NOT_FOUND');
  return tellPage(ctx, await pages.listTimeline(ctx, channelId, input));
}

/**
 * A page of the replies to a message, deleted or not, since they belong to other people; of a reply, those to its root.
 * Throws `MESSAGE_NOT_FOUND`, or `INVALID_INPUT` for a cursor that is none.
 */
export async function listThread(ctx: ActorContext, input: ListThreadInput): Promise<Message[]> {
  const messageId = requireUuid(input.messageId, 'MESSAGE_NOT_FOUND');
  return tellPage(ctx, await pages.listThread(ctx, messageId, input).catch(hideChannel));
}

function tellPage(ctx: ActorContext, page: PageJson): Message[] {
  setStreamPositions(ctx, { [page.channelId]: page.headSeq });
  return toMessages(page);
}
