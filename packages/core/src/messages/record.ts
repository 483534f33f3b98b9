import { tables } from '@palaver/db';
import { and, type InferSelectModel, isNull, type SQL, sql } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import { type AsJson, jsonColumns } from '../kernel/sql/json-rows.js';
import type { Attachment } from '../protocol/records/attachment.js';
import { type Mentions, type Message, NO_MENTIONS, type PostedMessage } from '../protocol/records/message.js';
import type { User } from '../protocol/records/user.js';

const { messages } = tables;

/**
 * The fields of a record that are not read from the row of the message. The channel is the same for a whole list: its id
 * in each row would make a page 4 % slower.
 */
type RelatedFields = Pick<Message, 'channelId' | 'user' | 'reactions' | 'attachments'>;
/** Fields that most messages do not have. A page has them in one column, since each column of each row costs 1 to 2 %. */
type RareFields = Pick<
  Message,
  'externalId' | 'metadata' | 'webhook' | 'pinnedAt' | 'pinnedBy' | 'interaction' | 'components'
>;
type OwnFields = Omit<Message, keyof RelatedFields | keyof RareFields>;

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

const rareColumns = {
  externalId: messages.externalId,
  metadata: messages.metadata,
  webhook: messages.webhook,
  pinnedAt: messages.pinnedAt,
  pinnedBy: messages.pinnedBy,
  interaction: messages.interaction,
  components: messages.components,
} satisfies Pick<typeof messages, keyof RareFields>;

/** The rare fields of a message as one JSON column; null where it has none of them. */
export const rareFields: SQL = sql`case when ${and(...Object.values(rareColumns).map((column) => isNull(column)))} then null
  else (select to_json(rare) from (select ${jsonColumns(rareColumns)}) rare) end`;

const NO_RARE_FIELDS: RareFields = {
  externalId: null,
  metadata: null,
  webhook: null,
  pinnedAt: null,
  pinnedBy: null,
  interaction: null,
  components: [],
};

type StoredAsJson<Fields extends keyof Message & keyof InferSelectModel<typeof messages>> = AsJson<
  Pick<InferSelectModel<typeof messages>, Fields>
>;

/** The row of a message in a JSON list. */
export type MessageJson = StoredAsJson<keyof OwnFields> & {
  readonly rare: StoredAsJson<keyof RareFields> | null;
};

/** The record of a stored message. */
export function toMessage(row: MessageJson, related: RelatedFields): Message {
  const { id, userId, content, edited, createdAt, updatedAt, threadId, replyCount, mentions, rare } = row;
  const { channelId, user, reactions, attachments } = related;
  return {
    id,
    channelId,
    userId,
    content,
    edited,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    threadId,
    user,
    replyCount,
    reactions,
    attachments,
    mentions: mentions ?? NO_MENTIONS,
    ...(rare ? rareOf(rare) : NO_RARE_FIELDS),
  };
}

function rareOf(rare: NonNullable<MessageJson['rare']>): RareFields {
  return { ...rare, pinnedAt: rare.pinnedAt && iso(rare.pinnedAt), components: rare.components ?? [] };
}

/** The record of a message that is being posted. */
export function newMessage(fresh: {
  readonly id: string;
  readonly channelId: string;
  readonly author: User;
  readonly threadId: string | null;
  readonly content: string;
  /** ISO 8601. */
  readonly at: string;
  readonly attachments: readonly Attachment[];
  readonly mentions: Mentions;
  readonly externalId: string | null;
  readonly metadata: Message['metadata'];
  readonly webhook: Message['webhook'];
  readonly interaction: Message['interaction'];
  readonly components: Message['components'];
}): Message {
  const { id, channelId, author, threadId, content, at, attachments, mentions, externalId } = fresh;
  const { metadata, webhook, interaction, components } = fresh;
  return {
    id,
    channelId,
    userId: author.id,
    content,
    edited: false,
    createdAt: at,
    updatedAt: at,
    threadId,
    user: author,
    replyCount: 0,
    reactions: [],
    attachments: [...attachments],
    mentions,
    externalId,
    metadata,
    webhook,
    pinnedAt: null,
    pinnedBy: null,
    interaction,
    components,
  };
}

/** The message as its author's client is told of it. */
export function withNonce(message: Message, nonce: string | undefined): PostedMessage {
  // In Node 20 each object that is spread and then gets a further field has a hidden class of its own (docs/performance.md).
  return nonce === undefined ? message : Object.assign({}, message, { nonce });
}
