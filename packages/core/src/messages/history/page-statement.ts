import { tables } from '@palaver/db';
import { asc, desc, eq, gt, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { headOf } from '../../log/snapshot.js';
import { type MessageListJson, selectMessages } from './message-list.js';

const { messages, channels } = tables;
const cursorMessages = alias(messages, 'cursor_messages');
const { placeholder } = sql;

/** A page of messages of one channel. */
export interface PageJson {
  /** The position of the channel's stream. */
  readonly headSeq: number;
  /** The `seq` of the cursor; null where there is no cursor, and for one that is no message of this channel. */
  readonly cursorSeq: number | null;
  /** Newest first. */
  readonly list: MessageListJson;
}

/** Where a page begins: at the newest message, or before, after or around the cursor. */
export type PageStart = 'newest' | 'before' | 'after' | 'around';

/** The condition of a list: which messages are in it, deleted ones included. */
export type ListCondition = (t: Record<'id' | 'channelId' | 'threadId', SQLWrapper>) => SQL | undefined;

/**
 * Selects a page of the messages that `inList` accepts, in a channel that the statement around it selects as
 * `channels`. Its parameters are `cursor` and `limit`; for `around`, `cursor`, `upTo` (at most this many messages up to
 * and with the cursor) and `newer` (at most this many after it).
 */
export function selectPage(inList: ListCondition, start: PageStart): SQL<PageJson> {
  const rows = sql`(${walkFrom(inList, start)}) ${messages} order by ${desc(messages.seq)}`;
  return sql`(
    with page_cursor as (
      select ${cursorMessages.seq} from ${messages} cursor_messages
      where ${cursorMessages.id} = ${start === 'newest' ? sql`null` : placeholder('cursor')}
        and ${eq(cursorMessages.channelId, channels.id)}
    )
    select json_build_object(
      'headSeq', ${headOf(channels.id)},
      'cursorSeq', (select seq from page_cursor),
      'list', ${selectMessages(rows)}))`;
}

function walkFrom(inList: ListCondition, start: PageStart): SQL {
  const cursorSeq = sql`(select seq from page_cursor)`;
  const { seq } = messages;
  switch (start) {
    case 'newest':
      return walk(inList, sql`true`, desc(seq), 'limit');
    case 'before':
      return walk(inList, lt(seq, cursorSeq), desc(seq), 'limit');
    case 'after':
      return walk(inList, gt(seq, cursorSeq), asc(seq), 'limit');
    case 'around':
      return sql`${walk(inList, lte(seq, cursorSeq), desc(seq), 'upTo')}
        union all ${walk(inList, gt(seq, cursorSeq), asc(seq), 'newer')}`;
  }
}

function walk(inList: ListCondition, bound: SQL, order: SQL, limit: string): SQL {
  return sql`(
    select * from ${messages} where ${inList(messages)} and ${messages.deletedAt} is null and ${bound}
    order by ${order} limit ${placeholder(limit)})`;
}
