import { tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { readInChannel } from '../../channels/access.js';
import { headOf } from '../../log/snapshot.js';
import type { ReadContext } from '../../procedures/context.js';
import { type MessageListJson, selectMessages, toMessages } from '../history/message-list.js';
import type { MessagePage } from '../history/pages.js';

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
export async function listPinned(ctx: ReadContext, channelId: string): Promise<MessagePage> {
  const { channel, value } = await read(ctx, { channel: channelId });
  return { channel, headSeq: value.headSeq, messages: toMessages(value.list, channel.id) };
}
