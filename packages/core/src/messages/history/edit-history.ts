import { statement, type Transaction, tables } from '@palaver/db';
import { desc, inArray, sql } from 'drizzle-orm';
import { readInChannel } from '../../channels/access.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { requireUuid } from '../../kernel/errors/require-uuid.js';
import { iso } from '../../kernel/sql/instant.js';
import { type AsJson, jsonColumns, jsonList } from '../../kernel/sql/json-rows.js';
import type { Head } from '../../log/append.js';
import type { ReadContext } from '../../procedures/context.js';
import type { Message } from '../../protocol/records/message.js';
import type { MessageEdit } from '../../protocol/records/message-edit.js';
import type { EditHistory } from '../../protocol/records/server.js';
import { hideChannel } from '../access.js';
import { mayReadEarlierTexts } from '../permissions.js';

const { channels, messageEdits, messages, servers } = tables;

const keep = statement(`
  with forgotten as (
    delete from message_edits where message_id = $1 and seq <= (
      select seq from message_edits where message_id = $1 order by seq desc offset $6::text::integer - 1 limit 1)
  )
  insert into message_edits (message_id, seq, content, user_id, edited_at)
  values ($1, $2::text::bigint, $3, $4, $5::text::timestamptz)`);

/**
 * Keeps the text that a message had before the edit by `editorId` at `head`. Of more than `limit` texts the oldest go.
 * Neither the log nor an answer that is kept under a key has any of them.
 */
export async function keepEarlierText(
  tx: Transaction,
  before: Pick<Message, 'id' | 'content'>,
  editorId: string,
  head: Head,
  limit: number,
): Promise<void> {
  const { id, content } = before;
  await keep(tx, [id, String(head.seq), content, editorId, head.at.toISOString(), String(limit)]);
}

/** The earlier texts of messages that are being deleted go with them. */
export async function forgetEarlierTexts(tx: Transaction, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await tx.delete(messageEdits).where(inArray(messageEdits.messageId, [...messageIds]));
}

const columns = {
  content: messageEdits.content,
  editedAt: messageEdits.editedAt,
  userId: messageEdits.userId,
} satisfies Record<keyof MessageEdit, unknown>;

type EditJson = AsJson<Omit<MessageEdit, 'editedAt'> & { readonly editedAt: Date }>;

const named = sql`${sql.placeholder('message')}`;
const edits = sql`(
  select ${jsonColumns(columns)} from ${messageEdits}
  where ${messageEdits.messageId} = ${named} order by ${desc(messageEdits.seq)})`;

interface Found {
  readonly edits: readonly EditJson[];
  readonly authorId: string;
  /** Null in a direct message. */
  readonly setting: EditHistory | null;
}

const read = readInChannel(
  'message_edits_list',
  sql`(select edited.channel_id from ${messages} edited where edited.id = ${named} and edited.deleted_at is null)`,
  sql<Found>`json_build_object(
    'edits', ${jsonList(edits)},
    'authorId', (select written.user_id from ${messages} written where written.id = ${named}),
    'setting', (select ${servers.editHistory} from ${servers} where ${servers.id} = ${channels.serverId}))`,
);

/**
 * The earlier texts of a message, the last that was replaced first; none for one that was never edited. Throws
 * `MESSAGE_NOT_FOUND` for a deleted message and for one in a channel that the caller may not see, and `EARLIER_TEXTS_HIDDEN`
 * where the setting of the server says so, whether the message was edited or not.
 */
export async function listEdits(ctx: ReadContext, messageId: string): Promise<MessageEdit[]> {
  const message = requireUuid(messageId, 'MESSAGE_NOT_FOUND');
  const { channel, value } = await read(ctx, { message }).catch(hideChannel);
  const standing = { ...channel, isAuthor: value.authorId === ctx.actor.userId };
  if (!mayReadEarlierTexts(standing, value.setting)) throw new AppError('EARLIER_TEXTS_HIDDEN');
  return value.edits.map((edit) => ({ ...edit, editedAt: iso(edit.editedAt) }));
}
