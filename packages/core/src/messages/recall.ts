import { prepared, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { accessChannel } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { AnswerStore } from '../log/transact.js';
import { type ReadContext, within } from '../procedures/context.js';
import { type Message, NO_CONTENT } from '../protocol/records/message.js';
import { type MessageListJson, selectMessages, toMessages } from './history/message-list.js';

const { messages } = tables;

const id = sql`${sql.placeholder('id')}`;

const find = prepared((q) =>
  q
    .select({
      found: sql<{ readonly channelId: string | null; readonly list: MessageListJson }>`json_build_object(
        'channelId', (select ${messages.channelId} from ${messages} where ${messages.id} = ${id}),
        'list', ${selectMessages(sql`(select * from ${messages} where ${messages.id} = ${id}) ${messages}`)})`,
    })
    .from(sql`(values (1)) one`)
    .prepare('messages_recall'),
);

/**
 * How the answers of writes to messages are stored for retries: by the message's id. A retry gets the message as it is
 * now, so that nobody gets a text that was edited or deleted.
 */
export function storedAsId(ctx: Pick<ReadContext, 'actor'>): AnswerStore<Message, string> {
  return {
    store: (message) => message.id,
    recall: (messageId, db) => recallMessage(within(db, ctx), messageId),
  };
}

/**
 * The message that a retried call wrote, as it is now; a deleted one has no content. The author gets it in any case, since
 * a retry must not seem to have failed; anybody else gets the content if they may still read the channel.
 * Throws `MESSAGE_NOT_FOUND` once the channel is removed for good.
 */
export async function recallMessage(ctx: ReadContext, messageId: string): Promise<Message> {
  const [row] = await find(ctx.services.db).execute({ id: messageId });
  if (!row?.found.channelId) throw new AppError('MESSAGE_NOT_FOUND');
  const { channelId, list } = row.found;
  const [message] = toMessages(list, channelId);
  if (!message) throw new Error('a message has one record');
  if (message.userId === ctx.actor.userId || (await mayRead(ctx, channelId))) return message;
  return { ...message, ...NO_CONTENT };
}

/**
 * The first answer to a post: replies, reactions and a pin came later. An edit is not undone, as nobody gets the old text.
 */
export function asPosted(message: Message): Message {
  return message.edited
    ? message
    : { ...message, replyCount: 0, lastReplies: [], reactions: [], pinnedAt: null, pinnedBy: null };
}

function mayRead(ctx: ReadContext, channelId: string): Promise<boolean> {
  return accessChannel(ctx, channelId, 'read').then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}
