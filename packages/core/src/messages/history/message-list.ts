import { tables } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import { type AttachmentJson, attachmentColumns, toAttachment } from '../../attachments/record.js';
import { jsonColumns, jsonList } from '../../kernel/sql/json-rows.js';
import type { Attachment } from '../../protocol/records/attachment.js';
import type { Message } from '../../protocol/records/message.js';
import type { User } from '../../protocol/records/user.js';
import { type PublicUserJson, toUser, usersJson } from '../../users/record.js';
import { groupReactions, type ReactionPair } from '../reactions/reactions.js';
import { type MessageJson, messageColumns, rareFields, toMessage } from '../record.js';

const { reactions, attachments } = tables;

/** A list of messages of one channel, with each of their authors, reactions and attachments once. */
export interface MessageListJson {
  readonly messages: readonly MessageJson[];
  readonly authors: readonly PublicUserJson[];
  /** In the order of reacting. */
  readonly reactions: ReadonlyArray<readonly [messageId: string, ...ReactionPair]>;
  /** In the order of their positions. */
  readonly attachments: readonly AttachmentJson[];
}

/**
 * The common statement of every read of messages. `rows` says which messages and in which order: what follows
 * `from` in a select of `messages`.
 *
 * The related rows are read for all messages at once: the ids of neighbours are close in an index, so one scan finds
 * them in a few pages, where a subquery for each message would descend from the root again.
 */
export function selectMessages(rows: SQL): SQL<MessageListJson> {
  const ids = sql`array(select id from listed_messages)`;
  const reacted = sql`(
    select json_build_array(${reactions.messageId}, ${reactions.emoji}, ${reactions.userId}) as reaction
    from ${reactions} where ${reactions.messageId} = any(${ids}) order by ${reactions.createdAt})`;
  const attached = sql`(
    select ${jsonColumns(attachmentColumns)}
    from ${attachments} where ${attachments.messageId} = any(${ids}) order by ${attachments.position})`;
  return sql`(
    with listed_messages as (select ${jsonColumns(messageColumns)}, ${rareFields} as rare from ${rows})
    select json_build_object(
      'messages', ${jsonList(sql`listed_messages`)},
      'authors', ${usersJson(sql`select "userId" from listed_messages`)},
      'reactions', (select coalesce(json_agg(reaction), '[]') from ${reacted} reacted),
      'attachments', ${jsonList(attached)}))`;
}

/** The records of a list, in its order. `channelId` is their channel. */
export function toMessages(list: MessageListJson, channelId: string): Message[] {
  const authors = new Map<string, User>(list.authors.map((author) => [author.id, toUser(author)]));
  const reactionsOf = reactionsByMessage(list.reactions);
  const attachmentsOf = attachmentsByMessage(list.attachments);
  return list.messages.map((message) => {
    const user = authors.get(message.userId);
    if (!user) throw new Error('an author is never removed from the database');
    return toMessage(message, {
      channelId,
      user,
      reactions: groupReactions(reactionsOf.get(message.id) ?? []),
      attachments: attachmentsOf.get(message.id) ?? [],
    });
  });
}

function reactionsByMessage(rows: MessageListJson['reactions']): Map<string, ReactionPair[]> {
  const byMessage = new Map<string, ReactionPair[]>();
  for (const [messageId, emoji, userId] of rows) append(byMessage, messageId, [emoji, userId]);
  return byMessage;
}

function attachmentsByMessage(rows: readonly AttachmentJson[]): Map<string | null, Attachment[]> {
  const byMessage = new Map<string | null, Attachment[]>();
  for (const row of rows) append(byMessage, row.messageId, toAttachment(row));
  return byMessage;
}

function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
