import { plainArrayLiteral, type Queryable, tables } from '@palaver/db';
import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { emojiIdIn } from '../../kernel/schema/emoji.js';
import { iso } from '../../kernel/sql/instant.js';
import { extraColumn, extraOf, placeOf, type StoredExtra } from '../../messages/extra.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import { fileOfAttachment } from './exported-files.js';
import { messageOrder } from './message-order.js';

const { attachments, messageEdits, messagePins, messages, reactions } = tables;

/** Messages that are read together. */
const PAGE = 200;

export interface ExportedChannel {
  readonly id: string;
  /** The last position of the channel when the export began. */
  readonly head: number;
}

/** Lines, and the users whom they name: they come before them. */
export interface NamingLines {
  readonly userIds: readonly string[];
  readonly lines: readonly GivenArchiveLine[];
}

/** What decides about the lines of messages: an emoji or a user group that they name may be gone. */
export interface MessageLinesOptions {
  /** Whether earlier texts of messages are in it. */
  readonly withEdits: boolean;
  readonly emojiIds: ReadonlySet<string>;
  readonly userGroupIds: ReadonlySet<string>;
}

/** The messages of a channel up to its head, as they are now. What is deleted meanwhile is left out. */
export async function* messageLines(
  q: Queryable,
  channel: ExportedChannel,
  options: MessageLinesOptions,
): AsyncGenerator<NamingLines, void> {
  const place = { channelId: channel.id, head: channel.head };
  let ids: string[] = [];
  for await (const { id } of messageOrder(q, place)) {
    if (ids.push(id) < PAGE) continue;
    yield await linesOfPage(q, ids, options);
    ids = [];
  }
  if (ids.length > 0) yield await linesOfPage(q, ids, options);
  yield await pinLines(q, channel);
}

const exportedColumns = { ...getTableColumns(messages), extra: extraColumn };
type MessageRow = Omit<typeof messages.$inferSelect, 'extra'> & { readonly extra: StoredExtra | null };

async function linesOfPage(
  q: Queryable,
  ids: readonly string[],
  options: MessageLinesOptions,
): Promise<NamingLines> {
  const isOfPage = (column: SQL | typeof messages.id | typeof reactions.messageId) =>
    sql`${column} = any(${plainArrayLiteral(ids)}::text::uuid[])`;
  const rows = await q
    .select(exportedColumns)
    .from(messages)
    .where(isOfPage(messages.id))
    .orderBy(asc(messages.seq));
  const files = await q
    .select()
    .from(attachments)
    .where(sql`${attachments.messageId} = any(${plainArrayLiteral(ids)}::text::uuid[])`)
    .orderBy(asc(attachments.position));
  const edits = options.withEdits
    ? await q
        .select()
        .from(messageEdits)
        .where(sql`${messageEdits.messageId} = any(${plainArrayLiteral(ids)}::text::uuid[])`)
        .orderBy(asc(messageEdits.seq))
    : [];
  const reacted = await q
    .select()
    .from(reactions)
    .where(isOfPage(reactions.messageId))
    .orderBy(asc(reactions.createdAt), asc(reactions.emoji), asc(reactions.userId));
  const [filesOf, editsOf, reactionsOf] = [byMessage(files), byMessage(edits), byMessage(reacted)];
  const userIds = new Set<string>();
  const lines: GivenArchiveLine[] = [];
  for (const row of rows) {
    userIds.add(row.userId);
    for (const id of row.mentions?.userIds ?? []) userIds.add(id);
    if (row.extra?.interaction) userIds.add(row.extra.interaction.userId);
    if (row.extra?.forwardedFrom) userIds.add(row.extra.forwardedFrom.userId);
    lines.push(messageLine(row, filesOf.get(row.id) ?? [], options));
    for (const edit of editsOf.get(row.id) ?? []) {
      userIds.add(edit.userId);
      lines.push(editLine(edit));
    }
    for (const reaction of reactionsOf.get(row.id) ?? []) {
      userIds.add(reaction.userId);
      lines.push(reactionLine(reaction, options));
    }
  }
  return { userIds: [...userIds], lines };
}

function byMessage<Row extends { readonly messageId: string | null }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.messageId ?? '');
    if (group) group.push(row);
    else groups.set(row.messageId ?? '', [row]);
  }
  return groups;
}

function messageLine(
  row: MessageRow,
  files: ReadonlyArray<typeof attachments.$inferSelect>,
  { userGroupIds }: MessageLinesOptions,
): GivenArchiveLine {
  const { id, channelId, userId, content, edited, extra } = row;
  return {
    type: 'message',
    data: {
      id,
      channelId,
      userId,
      ...placeOf(row),
      content,
      edited,
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
      deletedAt: row.deletedAt && iso(row.deletedAt),
      mentions: row.mentions
        ? { ...row.mentions, groupIds: row.mentions.groupIds.filter((group) => userGroupIds.has(group)) }
        : {},
      attachments: files.map((file) => ({
        id: file.id,
        filename: file.filename,
        mimeType: file.mimeType,
        createdAt: iso(file.createdAt),
        file: fileOfAttachment(file),
      })),
      ...extraOf(extra),
    },
  };
}

function editLine({
  messageId,
  content,
  userId,
  editedAt,
}: typeof messageEdits.$inferSelect): GivenArchiveLine {
  return { type: 'edit', data: { messageId, content, userId, editedAt: iso(editedAt) } };
}

/** An emoji of the server that is gone leaves its name. */
function reactionLine(
  { messageId, emoji, userId, createdAt }: typeof reactions.$inferSelect,
  { emojiIds }: MessageLinesOptions,
): GivenArchiveLine {
  const id = emojiIdIn(emoji);
  const name = id === null ? emoji : emoji.slice(0, emoji.indexOf(':'));
  const emojiId = id !== null && emojiIds.has(id) ? id : null;
  return { type: 'reaction', data: { messageId, userId, emoji: name, emojiId, createdAt: iso(createdAt) } };
}

async function pinLines(q: Queryable, { id, head }: ExportedChannel): Promise<NamingLines> {
  const rows = await q
    .select({ messageId: messagePins.messageId, pinnedAt: messages.pinnedAt, pinnedBy: messages.pinnedBy })
    .from(messagePins)
    .innerJoin(messages, sql`${messages.id} = ${messagePins.messageId}`)
    .where(
      sql`${messagePins.channelId} = ${id} and ${messages.seq} <= ${head} and ${messages.deletedAt} is null`,
    )
    .orderBy(asc(messagePins.seq));
  const pins = rows.flatMap(({ messageId, pinnedAt, pinnedBy }) =>
    pinnedAt === null || pinnedBy === null ? [] : [{ messageId, pinnedAt: iso(pinnedAt), pinnedBy }],
  );
  return {
    userIds: pins.map(({ pinnedBy }) => pinnedBy),
    lines: pins.map((data) => ({ type: 'pin', data })),
  };
}
