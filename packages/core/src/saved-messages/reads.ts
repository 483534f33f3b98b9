import { prepared, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { iso, type JsonInstant } from '../kernel/sql/instant.js';
import { type MessageListJson, selectMessages, toMessages } from '../messages/history/message-list.js';
import type { ReadContext } from '../procedures/context.js';
import type { SavedMark, SavedMessage } from '../protocol/records/saved-message.js';
import { IS_SHOWN } from './queries.js';
import type { ListSavedInput } from './schemas.js';

const { messages } = tables;
const { placeholder } = sql;

interface PageJson {
  readonly items: ReadonlyArray<
    Omit<SavedMark, 'savedAt' | 'remindAt'> & {
      readonly savedAt: JsonInstant;
      readonly remindAt: JsonInstant | null;
    }
  >;
  readonly list: MessageListJson;
}

const item = sql`json_build_object('id', page.id, 'messageId', page.message_id, 'channelId', page.channel_id,
  'savedAt', page.saved_at at time zone 'UTC', 'remindAt', page.remind_at at time zone 'UTC')`;

const reading = prepared((q) =>
  q
    .select({
      page: sql<PageJson>`(
        with page as materialized (
          select saved.id, saved.message_id, saved.saved_at, saved.remind_at, message.channel_id
          from saved_messages saved join messages message on message.id = saved.message_id
          where saved.user_id = ${placeholder('user')} and ${sql.raw(IS_SHOWN)}
            and (${placeholder('before')}::uuid is null or saved.id < ${placeholder('before')}::uuid)
          order by saved.id desc limit ${placeholder('limit')}::integer)
        select json_build_object(
          'items', (select coalesce(json_agg(${item} order by page.id desc), '[]') from page),
          'list', ${selectMessages(sql`${messages} where ${messages.id} in (select message_id from page)`)}))`,
    })
    .from(sql`(values (1)) one`)
    .prepare('saved_messages_page'),
);

/**
 * A page of what the caller has saved, the last first, as the messages are now. What was deleted, and what is in channels
 * that they may not read now, is left out: the check is part of the statement.
 */
export async function listSaved(
  { services: { db }, actor }: ReadContext,
  { before, limit }: ListSavedInput,
): Promise<SavedMessage[]> {
  const [row] = await reading(db).execute({ user: actor.userId, before: before ?? null, limit });
  if (!row) throw new Error('a statement over one row answers one row');
  const { items, list } = row.page;
  // They are of several channels.
  const byId = new Map(toMessages(list, '').map((message) => [message.id, message]));
  return items.flatMap((mark) => {
    const message = byId.get(mark.messageId);
    if (!message) return [];
    const instants = { savedAt: iso(mark.savedAt), remindAt: mark.remindAt && iso(mark.remindAt) };
    return [{ ...mark, ...instants, message: { ...message, channelId: mark.channelId } }];
  });
}
