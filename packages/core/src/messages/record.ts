import { tables } from '@palaver/db';
import { and, eq, type InferSelectModel, isNull, type SQL, sql } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import { type AsJson, jsonColumns } from '../kernel/sql/json-rows.js';
import type { Attachment } from '../protocol/records/attachment.js';
import {
  type Extra,
  type Mentions,
  type Message,
  NO_MENTIONS,
  type PostedMessage,
} from '../protocol/records/message.js';
import type { User } from '../protocol/records/user.js';
import { extraColumn, extraOf, placeOf, type StoredExtra } from './extra.js';
import { type LastReplyJson, lastRepliesColumn } from './last-replies.js';

const { messages } = tables;

/**
 * The fields of a record that are not read from the row of the message. The channel is the same for a whole list: its id
 * in each row would make a page 4 % slower.
 */
type RelatedFields = Pick<Message, 'channelId' | 'user' | 'reactions' | 'attachments'>;
type PinFields = Pick<Message, 'pinnedAt' | 'pinnedBy'>;
/** `alsoInChannel` is made of `threadId` and of `extra`, `lastReplies` of other messages. */
type DerivedFields = Pick<Message, 'alsoInChannel' | 'lastReplies'>;
type OwnFields = Omit<Message, keyof RelatedFields | keyof PinFields | keyof DerivedFields | keyof Extra>;

/** The columns of all other fields. A field of `Message` without a column does not compile. */
export const messageColumns = {
  id: messages.id,
  userId: messages.userId,
  content: messages.content,
  edited: messages.edited,
  createdAt: messages.createdAt,
  updatedAt: messages.updatedAt,
  threadId: messages.threadId,
  replyCount: messages.replyCount,
  mentions: messages.mentions,
} satisfies Pick<typeof messages, keyof OwnFields>;

const pinColumns = {
  pinnedAt: messages.pinnedAt,
  pinnedBy: messages.pinnedBy,
} satisfies Pick<typeof messages, keyof PinFields>;

/**
 * The fields that most messages do not have as one JSON column, since each column of each row makes a page 1 to 2 % slower; null where it
 * has none of them.
 */
export const rareFields: SQL = sql`case
  when ${and(isNull(messages.extra), isNull(messages.pinnedAt), eq(messages.replyCount, sql`0`))} then null
  else (select to_json(rare) from (select ${jsonColumns({ ...pinColumns, extra: extraColumn, lastReplies: lastRepliesColumn })}) rare) end`;

type StoredAsJson<Fields extends keyof Message & keyof InferSelectModel<typeof messages>> = AsJson<
  Pick<InferSelectModel<typeof messages>, Fields>
>;

interface RareJson extends StoredAsJson<keyof PinFields> {
  readonly extra: StoredExtra | null;
  readonly lastReplies: readonly LastReplyJson[];
}

/** The row of a message in a JSON list. */
export type MessageJson = StoredAsJson<keyof OwnFields> & {
  readonly rare: RareJson | null;
};

/** The record of a stored message. */
export function toMessage(row: MessageJson, related: RelatedFields): Message {
  const { id, userId, content, edited, createdAt, updatedAt, threadId, replyCount, mentions, rare } = row;
  const { channelId, user, reactions, attachments } = related;
  const place = placeOf({ threadId, extra: rare?.extra ?? null });
  return {
    id,
    channelId,
    userId,
    content,
    edited,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    threadId: place.threadId,
    alsoInChannel: place.alsoInChannel,
    user,
    replyCount,
    lastReplies: rare?.lastReplies.map((reply) => ({ ...reply, createdAt: iso(reply.createdAt) })) ?? [],
    reactions,
    attachments,
    mentions: mentions ?? NO_MENTIONS,
    pinnedAt: rare?.pinnedAt ? iso(rare.pinnedAt) : null,
    pinnedBy: rare?.pinnedBy ?? null,
    ...extraOf(rare?.extra ?? null),
  };
}

/** The record of a message that is being posted. */
export function newMessage(fresh: {
  readonly id: string;
  readonly channelId: string;
  readonly author: User;
  readonly threadId: string | null;
  readonly alsoInChannel: boolean;
  readonly content: string;
  /** ISO 8601. */
  readonly at: string;
  readonly attachments: readonly Attachment[];
  readonly mentions: Mentions;
  readonly extra: StoredExtra | null;
}): Message {
  const { id, channelId, author, threadId, alsoInChannel, content, at, attachments, mentions, extra } = fresh;
  return {
    id,
    channelId,
    userId: author.id,
    content,
    edited: false,
    createdAt: at,
    updatedAt: at,
    threadId,
    alsoInChannel,
    user: author,
    replyCount: 0,
    lastReplies: [],
    reactions: [],
    attachments: [...attachments],
    mentions,
    pinnedAt: null,
    pinnedBy: null,
    ...extraOf(extra),
  };
}

/** The message as its author's client is told of it. */
export function withNonce(message: Message, nonce: string | undefined): PostedMessage {
  // In Node 20 each object that is spread and then gets a further field has a hidden class of its own (docs/lab/performance.md).
  return nonce === undefined ? message : Object.assign({}, message, { nonce });
}
