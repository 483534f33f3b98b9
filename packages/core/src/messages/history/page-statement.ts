import { tables } from '@palaver/db';
import { asc, type Column, desc, eq, gt, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { headOf } from '../../log/snapshot.js';
import { type MessageListJson, selectMessages } from './message-list.js';

const { channelReplies, messages, channels } = tables;
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

/** A condition of a list: which messages are in it, deleted ones included. */
export type ListCondition = (t: Record<'id' | 'channelId' | 'threadId', SQLWrapper>) => SQL | undefined;

/** Where the messages of a list are found. */
export interface ListSource {
  readonly inList: ListCondition;
  /** The thread, where `channel_replies` has messages of the list that `inList` does not accept. */
  readonly alsoOfThread?: SQL;
}

/**
 * Selects a page of the messages of a list, in a channel that the statement around it selects as
 * `channels`. Its parameters are `cursor` and `limit`; for `around`, `cursor`, `upTo` (at most this many messages up to
 * and with the cursor) and `newer` (at most this many after it).
 */
export function selectPage(list: ListSource, start: PageStart): SQL<PageJson> {
  const rows = sql`(${walkFrom(list, start)}) ${messages} order by ${desc(messages.seq)}`;
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

function walkFrom(list: ListSource, start: PageStart): SQL {
  const cursorSeq = sql`(select seq from page_cursor)`;
  switch (start) {
    case 'newest':
      return walkBoth(list, () => sql`true`, desc, 'limit');
    case 'before':
      return walkBoth(list, (seq) => lt(seq, cursorSeq), desc, 'limit');
    case 'after':
      return walkBoth(list, (seq) => gt(seq, cursorSeq), asc, 'limit');
    case 'around':
      return sql`${walkBoth(list, (seq) => lte(seq, cursorSeq), desc, 'upTo')}
        union all ${walkBoth(list, (seq) => gt(seq, cursorSeq), asc, 'newer')}`;
  }
}

/** The condition on the position of a message. */
type Bound = (seq: Column) => SQL;

/** Each source has as many as the page may need, and the page takes the nearest of all. */
function walkBoth({ inList, alsoOfThread }: ListSource, bound: Bound, order: typeof asc, limit: string): SQL {
  const own = walk(inList, bound, order, limit);
  if (alsoOfThread === undefined) return own;
  const { messageId, rootId, seq } = channelReplies;
  // The position is compared, so that Postgres knows that both are in one order, and reads no more than the page has.
  const isListed = sql`${messages.id} = ${messageId} and ${messages.seq} = ${seq}`;
  return sql`(
    select * from (${own} union all (
      select ${messages}.* from ${channelReplies} join ${messages} on ${isListed}
      where ${rootId} = ${alsoOfThread} and ${messages.deletedAt} is null and ${bound(seq)}
      order by ${order(messages.seq)} limit ${placeholder(limit)})) ${messages}
    order by ${order(messages.seq)} limit ${placeholder(limit)})`;
}

function walk(inList: ListCondition, bound: Bound, order: typeof asc, limit: string): SQL {
  const { seq } = messages;
  return sql`(
    select * from ${messages} where ${inList(messages)} and ${messages.deletedAt} is null and ${bound(seq)}
    order by ${order(seq)} limit ${placeholder(limit)})`;
}
