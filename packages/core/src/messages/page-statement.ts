import { tables } from '@palaver/db';
import { asc, desc, gt, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type AttachmentJson, attachmentColumns } from '../attachments/record.js';
import { type AsJson, jsonColumns, jsonList } from '../kernel/sql/json-rows.js';
import { headOf } from '../log/snapshot.js';
import { type PublicUserJson, usersJson } from '../users/record.js';
import type { ReactionPair } from './reactions.js';
import type { MessageRow } from './record.js';

const { messages, reactions, attachments, channels } = tables;
const places = alias(messages, 'places');
const { placeholder } = sql;

const messageColumns = {
  id: messages.id,
  seq: messages.seq,
  userId: messages.userId,
  threadId: messages.threadId,
  content: messages.content,
  edited: messages.edited,
  replyCount: messages.replyCount,
  createdAt: messages.createdAt,
  updatedAt: messages.updatedAt,
};
export type MessageJson = AsJson<Pick<MessageRow, keyof typeof messageColumns>>;

/** A page of messages, and what belongs to them, each author, reaction and attachment once. */
export interface PageJson {
  readonly channelId: string;
  /** How far the channel's stream reached. */
  readonly headSeq: number;
  /** The place of the cursor; null when it is none of this list, or none was given. */
  readonly cursorSeq: number | null;
  readonly messages: readonly MessageJson[];
  readonly authors: readonly PublicUserJson[];
  /** In the order of reacting. */
  readonly reactions: ReadonlyArray<readonly [messageId: string, ...ReactionPair]>;
  readonly attachments: readonly AttachmentJson[];
}

/** Where a page lies in its list. `before` and `newest` come newest first, `after` oldest first, `around` unordered. */
export type Position = 'newest' | 'before' | 'after' | 'around';

/** The messages that a list is of. */
export type Membership = (t: Record<'channelId' | 'threadId', SQLWrapper>) => SQL | undefined;

/**
 * Selects a page of the messages that `inList` names, in a channel that the statement around it selects as `channels`;
 * its parameters are `cursor` and `limit`, or `upTo` and `newer` of `around`.
 *
 * What belongs to the messages is looked up for all of them at once: their ids lie side by side, so that one scan of
 * an index meets them in a few leaves, where a subquery for each message would descend from the root again.
 */
export function selectPage(inList: Membership, position: Position): SQL<PageJson> {
  const ids = sql`array(select id from page)`;
  const reacted = sql`(
    select json_build_array(${reactions.messageId}, ${reactions.emoji}, ${reactions.userId}) as reaction
    from ${reactions} where ${reactions.messageId} = any(${ids}) order by ${reactions.createdAt})`;
  const attached = sql`(
    select ${jsonColumns(attachmentColumns)}
    from ${attachments} where ${attachments.messageId} = any(${ids}) order by ${attachments.position})`;
  return sql`(
    with position as (
      select ${places.seq} from ${messages} places where ${places.id} = ${cursorOf(position)} and ${inList(places)}
    ), page as (${walkTo(inList, position)})
    select json_build_object(
      'channelId', ${channels.id},
      'headSeq', ${headOf(channels.id)},
      'cursorSeq', (select seq from position),
      'messages', ${jsonList(sql`page`)},
      'authors', ${usersJson(sql`select "userId" from page`)},
      'reactions', (select coalesce(json_agg(reaction), '[]') from ${reacted} reacted),
      'attachments', ${jsonList(attached)}))`;
}

function cursorOf(position: Position): SQL {
  return position === 'newest' ? sql`null` : sql`${placeholder('cursor')}`;
}

function walkTo(inList: Membership, position: Position): SQL {
  const place = sql`(select seq from position)`;
  const { seq } = messages;
  switch (position) {
    case 'newest':
      return walk(inList, sql`true`, desc(seq), 'limit');
    case 'before':
      return walk(inList, lt(seq, place), desc(seq), 'limit');
    case 'after':
      return walk(inList, gt(seq, place), asc(seq), 'limit');
    case 'around':
      return sql`${walk(inList, lte(seq, place), desc(seq), 'upTo')} union all ${walk(inList, gt(seq, place), asc(seq), 'newer')}`;
  }
}

function walk(inList: Membership, bound: SQL, order: SQL, limit: string): SQL {
  const rows = sql`
    select ${jsonColumns(messageColumns)} from ${messages}
    where ${inList(messages)} and ${messages.deletedAt} is null and ${bound} order by ${order}`;
  return sql`(${rows} limit ${placeholder(limit)})`;
}
