import { tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { readInChannel } from '../../channels/access.js';
import { requireUuid } from '../../kernel/errors/require-uuid.js';
import { headOf } from '../../log/snapshot.js';
import type { ActorContext } from '../../procedures/context.js';
import { setStreamPositions } from '../../procedures/stream-positions.js';
import type { Message } from '../../protocol/records/message.js';
import { type MessageListJson, selectMessages, toMessages } from '../history/message-list.js';

const { channels, messagePins, messages } = tables;

const pinned = sql`${messages} join ${messagePins} on ${eq(messagePins.messageId, messages.id)}
  where ${eq(messagePins.channelId, channels.id)} order by ${messagePins.seq} desc`;

const read = readInChannel(
  'messages_pinned',
  sql`${sql.placeholder('channel')}`,
  sql<{ readonly headSeq: number; readonly list: MessageListJson }>`json_build_object(
    'headSeq', ${headOf(channels.id)}, 'list', ${selectMessages(pinned)})`,
);

/** The pinned messages of a channel, replies included, the last that was pinned first. Throws `CHANNEL_NOT_FOUND`. */
export async function listPins(ctx: ActorContext, channelId: string): Promise<Message[]> {
  const { channel, value } = await read(ctx, { channel: requireUuid(channelId, 'CHANNEL_NOT_FOUND') });
  setStreamPositions(ctx.request, { [channel.id]: value.headSeq });
  return toMessages(value.list, channel.id);
}
