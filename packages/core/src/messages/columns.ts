import { tables } from '@palaver/db';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type AttachmentJson, attachmentColumns, toAttachment } from '../attachments/record.js';
import { jsonColumns, jsonList } from '../kernel/sql/json-rows.js';
import type { Attachment } from '../protocol/records/attachment.js';
import type { Reaction } from '../protocol/records/message.js';
import { userColumns } from '../users/record.js';
import { groupReactions, type ReactionPair } from './reactions.js';

const { messages, reactions, attachments } = tables;

/** Every reaction in the order of reacting; grouped here, because sorting twice costs Postgres more than the rest. */
const reactionsJson: SQL<Reaction[]> = sql<ReactionPair[]>`(
  select coalesce(json_agg(json_build_array(${reactions.emoji}, ${reactions.userId})
    order by ${reactions.createdAt}), '[]')
  from ${reactions} where ${reactions.messageId} = ${messages.id})`.mapWith(groupReactions);

const attachmentsJson: SQL<Attachment[]> = sql<AttachmentJson[]>`${jsonList(
  sql`(select ${jsonColumns(attachmentColumns)} from ${attachments}
    where ${attachments.messageId} = ${messages.id} order by ${attachments.position})`,
)}`.mapWith((rows: AttachmentJson[]) => rows.map(toAttachment));

/** All that a message's record is made of, in one row of `messages` joined with its author in `users`. */
export const fullColumns = {
  ...getTableColumns(messages),
  user: userColumns,
  reactions: reactionsJson,
  attachments: attachmentsJson,
};
