import { tables } from '@palaver/db';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type AttachmentRow, toAttachment } from '../attachments/record.js';
import type { Attachment } from '../attachments/schemas.js';
import { userColumns } from '../users/record.js';
import { groupReactions, type ReactionPair } from './reactions.js';
import type { Reaction } from './schemas.js';

const { messages, reactions, attachments } = tables;

/** Every reaction in the order of reacting; grouped here, because sorting twice costs Postgres more than the rest. */
const reactionsJson: SQL<Reaction[]> = sql<ReactionPair[]>`(
  select coalesce(json_agg(json_build_array(${reactions.emoji}, ${reactions.userId})
    order by ${reactions.createdAt}), '[]')
  from ${reactions} where ${reactions.messageId} = ${messages.id})`.mapWith(groupReactions);

/** A row as JSON carries it: a date is the text that Postgres makes of it. */
type AttachmentJson = Omit<AttachmentRow, 'createdAt'> & { createdAt: string };

const attachmentsJson: SQL<Attachment[]> = sql<AttachmentJson[]>`(
  select coalesce(json_agg(json_build_object(
      'id', ${attachments.id}, 'channelId', ${attachments.channelId}, 'uploaderId', ${attachments.uploaderId},
      'messageId', ${attachments.messageId}, 'position', ${attachments.position},
      'filename', ${attachments.filename}, 'mimeType', ${attachments.mimeType},
      'sizeBytes', ${attachments.sizeBytes}, 'createdAt', ${attachments.createdAt})
    order by ${attachments.position}), '[]')
  from ${attachments} where ${attachments.messageId} = ${messages.id})`.mapWith((rows: AttachmentJson[]) =>
  rows.map((row) => toAttachment({ ...row, createdAt: new Date(row.createdAt) })),
);

/** All that a message's record is made of, in one row of `messages` joined with its author in `users`. */
export const fullColumns = {
  ...getTableColumns(messages),
  user: userColumns,
  reactions: reactionsJson,
  attachments: attachmentsJson,
};
