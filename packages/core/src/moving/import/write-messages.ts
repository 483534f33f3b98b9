import { arrayLiteral, plainArrayLiteral, statement, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { addStoredBytesOf } from '../../attachments/stored-bytes.js';
import { serverEmojiReaction } from '../../kernel/schema/emoji.js';
import { PINS_PER_CHANNEL_MAX } from '../../kernel/services/quotas.js';
import { indexMessages } from '../../search/index-messages.js';
import { ArchiveError } from '../archive/archive-error.js';
import { at, type ChunkWrite, inBatches, keepMappings, linesOf, type Placed, type Written } from './chunk.js';
import { idsFor } from './kept-ids.js';
import { found, type KnownChannel } from './known.js';
import type { StoredAttachments } from './stored-files.js';

const {
  attachments,
  deletedRoots,
  messageEdits,
  messageExternalIds,
  messageMentions,
  messagePins,
  messages,
  reactions,
} = tables;

type MessageLine = Placed<'message'>;
type MessageRow = typeof messages.$inferInsert;

/** A message that later lines of the archive may name. */
interface NamedMessage {
  readonly id: string;
  readonly channel: KnownChannel;
  readonly isReply: boolean;
  /** Null for one of an earlier chunk, which is in the database. */
  readonly row: MessageRow | null;
}

/** The messages of a chunk, and those of earlier ones that it names. */
class MessageChunk {
  readonly rows: MessageRow[] = [];
  readonly touched = new Set<KnownChannel>();
  readonly #named: Map<string, NamedMessage>;

  constructor(named: Map<string, NamedMessage>) {
    this.#named = named;
  }

  add(sourceId: string, message: NamedMessage): void {
    this.#named.set(sourceId, message);
    if (message.row) this.rows.push(message.row);
  }

  /** Null for a message of a direct message that is left out. */
  find(sourceId: string, line: number): NamedMessage | null {
    const message = this.#named.get(sourceId);
    if (message === undefined) throw new ArchiveError(`"${sourceId}" is no message of an earlier line`, line);
    return message.channel.isLeftOut ? null : message;
  }

  has(sourceId: string): boolean {
    return this.#named.has(sourceId);
  }

  /** The next position in the stream of a channel. Nothing is published there. */
  nextSeq(channel: KnownChannel, instant: Date): number {
    this.touched.add(channel);
    if (instant > channel.lastAt) channel.lastAt = instant;
    return ++channel.head;
  }
}

/** Writes messages as they were: nobody is told, and the positions that they take have no events. Throws `ArchiveError`. */
export async function writeMessages(
  w: ChunkWrite,
  lines: readonly Placed[],
  stored: StoredAttachments,
): Promise<Pick<Written, 'messages' | 'files' | 'fileBytes'>> {
  const given = linesOf(lines, 'message');
  const chunk = new MessageChunk(await findNamed(w, lines));
  const ids = await messageIds(w, given);
  for (const [index, line] of given.entries()) addMessage(w, chunk, line, ids[index] ?? '');
  const replies = repliesOf(w, chunk, given);
  const edits = linesOf(lines, 'edit').flatMap((line) => editRow(w, chunk, line) ?? []);
  const reacted = linesOf(lines, 'reaction').flatMap((line) => reactionRow(w, chunk, line) ?? []);
  const pins = linesOf(lines, 'pin').flatMap((line) => pinOf(w, chunk, line) ?? []);
  const files = given.flatMap((line) => attachmentRows(w, chunk, line, stored));
  await inBatches(chunk.rows, (some) => w.tx.insert(messages).values(some));
  await inBatches(edits, (some) => w.tx.insert(messageEdits).values(some));
  await inBatches(reacted, (some) => w.tx.insert(reactions).values(some).onConflictDoNothing());
  await inBatches(files, (some) => w.tx.insert(attachments).values(some));
  await addStoredBytesOf(w.tx, files);
  await writeMentions(w, chunk);
  await writeExternalIds(w, chunk);
  await writePins(w, pins);
  await countReplies(w, replies);
  await noteDeletedRoots(w, chunk);
  await keepMappings(
    w,
    'message',
    given.map(({ value: { data } }, index) => ({
      sourceId: data.id,
      id: chunk.find(data.id, 0)?.id ?? ids[index] ?? '',
    })),
  );
  await moveHeads(w, chunk.touched);
  await indexMessages(
    w.tx,
    chunk.rows.flatMap(({ id, deletedAt }) => (deletedAt ? [] : [id])),
  );
  const fileBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { messages: chunk.rows.length, files: files.length, fileBytes };
}

/** Of each channel its own home, since ids lead there. */
async function messageIds(w: ChunkWrite, given: readonly MessageLine[]): Promise<string[]> {
  const ids = new Array<string>(given.length);
  const homes = new Map<string, number[]>();
  for (const [index, { value }] of given.entries()) {
    const { home } = found(w.known.channels, value.data.channelId);
    homes.set(home, [...(homes.get(home) ?? []), index]);
  }
  for (const [home, indexes] of homes) {
    const things = indexes.flatMap((index) => {
      const line = given[index];
      return line
        ? [{ sourceId: line.value.data.id, createdAt: line.value.data.createdAt, line: line.line }]
        : [];
    });
    const made = await idsFor(w.tx, 'messages', things, home, w.known.server?.keepsIds ?? false);
    for (const [n, index] of indexes.entries()) ids[index] = made[n] ?? '';
  }
  return ids;
}

const named = statement<{
  source_id: string;
  id: string;
  channel_id: string | null;
  thread_id: string | null;
}>(`
  select made.source_id, made.id, message.channel_id, message.thread_id
  from imported made left join messages message on message.id = made.id
  where made.import_id = $1 and made.kind = 'message' and made.source_id = any($2::text::text[])`);

/** The messages of earlier chunks that these lines name, or have again. */
async function findNamed(w: ChunkWrite, lines: readonly Placed[]): Promise<Map<string, NamedMessage>> {
  const sourceIds = new Set<string>();
  for (const { value } of lines) {
    if (value.type === 'message') {
      sourceIds.add(value.data.id);
      if (value.data.threadId !== null) sourceIds.add(value.data.threadId);
    } else if ('messageId' in value.data) sourceIds.add(value.data.messageId);
  }
  const channels = new Map([...w.known.channels.values()].map((channel) => [channel.id, channel]));
  const messagesNamed = new Map<string, NamedMessage>();
  for (const row of await named(w.tx, [w.importId, arrayLiteral([...sourceIds])])) {
    const channel = row.channel_id === null ? LEFT_OUT : channels.get(row.channel_id);
    if (!channel) continue;
    messagesNamed.set(row.source_id, { id: row.id, channel, isReply: row.thread_id !== null, row: null });
  }
  return messagesNamed;
}

/** Where a message was that has no row: in a direct message that is left out. */
const LEFT_OUT: KnownChannel = { id: '', home: '', head: 0, lastAt: new Date(0), pins: 0, isLeftOut: true };

function addMessage(
  w: ChunkWrite,
  chunk: MessageChunk,
  { value: { data }, line }: MessageLine,
  id: string,
): void {
  if (chunk.has(data.id)) throw new ArchiveError(`the id "${data.id}" is given twice`, line);
  const channel = found(w.known.channels, data.channelId);
  const isReply = data.threadId !== null;
  if (channel.isLeftOut) {
    chunk.add(data.id, { id, channel, isReply, row: null });
    return;
  }
  const threadId = data.threadId === null ? null : rootOf(chunk, data.threadId, channel, line);
  const createdAt = at(data.createdAt);
  const seq = chunk.nextSeq(channel, createdAt);
  const isDeleted = data.deletedAt !== null;
  const row: MessageRow = {
    id,
    channelId: channel.id,
    seq,
    userId: found(w.known.users, data.userId).id,
    threadId,
    content: isDeleted ? '' : data.content,
    edited: data.edited,
    replyCount: 0,
    createdAt,
    updatedAt: at(data.updatedAt),
    deletedAt: data.deletedAt === null ? null : at(data.deletedAt),
    updatedSeq: data.edited ? chunk.nextSeq(channel, createdAt) : null,
    externalId: isDeleted ? null : data.externalId,
    metadata: isDeleted ? null : data.metadata,
    mentions: isDeleted ? null : mentionsOf(w, data),
    webhook: isDeleted ? null : data.webhook,
    interaction: isDeleted ? null : interactionOf(w, data),
    components: isDeleted || data.components.length === 0 ? null : data.components,
  };
  chunk.add(data.id, { id, channel, isReply, row });
}

function rootOf(chunk: MessageChunk, sourceId: string, channel: KnownChannel, line: number): string {
  const root = chunk.find(sourceId, line);
  if (root?.channel !== channel)
    throw new ArchiveError(`threadId "${sourceId}" is a message of another channel`, line);
  if (root.isReply) throw new ArchiveError(`threadId "${sourceId}" is a reply itself`, line);
  return root.id;
}

function interactionOf(
  { known }: ChunkWrite,
  { interaction }: MessageLine['value']['data'],
): MessageRow['interaction'] {
  return interaction && { ...interaction, userId: found(known.users, interaction.userId).id };
}

function mentionsOf(
  { known }: ChunkWrite,
  { mentions }: MessageLine['value']['data'],
): MessageRow['mentions'] {
  const { channel, here } = mentions;
  const userIds = [...new Set(mentions.userIds.map((id) => found(known.users, id).id))];
  const groupIds = [...new Set(mentions.groupIds.map((id) => found(known.userGroups, id)))];
  const isNobody = userIds.length + groupIds.length === 0 && !channel && !here;
  return isNobody ? null : { userIds, groupIds, channel, here };
}

function repliesOf(w: ChunkWrite, chunk: MessageChunk, given: readonly MessageLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value, line } of given) {
    const { threadId, channelId, deletedAt } = value.data;
    if (threadId === null || deletedAt !== null || found(w.known.channels, channelId).isLeftOut) continue;
    const id = chunk.find(threadId, line)?.id ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function editRow(w: ChunkWrite, chunk: MessageChunk, { value: { data }, line }: Placed<'edit'>) {
  const message = chunk.find(data.messageId, line);
  if (message === null) return null;
  const seq = chunk.nextSeq(message.channel, message.channel.lastAt);
  const { content, editedAt } = data;
  // A message and its earlier texts are in one chunk.
  if (message.row) message.row.updatedSeq = seq;
  return {
    messageId: message.id,
    seq,
    content,
    userId: found(w.known.users, data.userId).id,
    editedAt: at(editedAt),
  };
}

function reactionRow(w: ChunkWrite, chunk: MessageChunk, { value: { data }, line }: Placed<'reaction'>) {
  const message = chunk.find(data.messageId, line);
  if (message === null) return null;
  const { emoji, emojiId } = data;
  const stored =
    emojiId === null ? emoji : serverEmojiReaction({ name: emoji, id: found(w.known.emoji, emojiId) });
  return {
    messageId: message.id,
    emoji: stored,
    userId: found(w.known.users, data.userId).id,
    createdAt: at(data.createdAt),
  };
}

function pinOf(w: ChunkWrite, chunk: MessageChunk, { value: { data }, line }: Placed<'pin'>) {
  const message = chunk.find(data.messageId, line);
  if (message === null) return null;
  if (++message.channel.pins > PINS_PER_CHANNEL_MAX)
    throw new ArchiveError(`there can be at most ${PINS_PER_CHANNEL_MAX} pins of a channel here`, line);
  return {
    messageId: message.id,
    channelId: message.channel.id,
    seq: chunk.nextSeq(message.channel, message.channel.lastAt),
    pinnedAt: at(data.pinnedAt),
    pinnedBy: found(w.known.users, data.pinnedBy).id,
  };
}

type Pin = NonNullable<ReturnType<typeof pinOf>>;

async function writePins(w: ChunkWrite, pins: readonly Pin[]): Promise<void> {
  for (const { pinnedAt, pinnedBy, ...row } of pins) {
    await w.tx.insert(messagePins).values(row).onConflictDoNothing();
    await w.tx.update(messages).set({ pinnedAt, pinnedBy }).where(sql`${messages.id} = ${row.messageId}`);
  }
}

function attachmentRows(
  w: ChunkWrite,
  chunk: MessageChunk,
  { value: { data }, line }: MessageLine,
  stored: StoredAttachments,
) {
  const message = chunk.find(data.id, line);
  const files = message === null ? [] : (stored.get(data.id) ?? []);
  return files.map(({ createdAt, ...file }, position) => ({
    ...file,
    position,
    channelId: message?.channel.id ?? '',
    messageId: message?.id ?? null,
    uploaderId: found(w.known.users, data.userId).id,
    createdAt: at(createdAt),
  }));
}

async function writeMentions(w: ChunkWrite, { rows }: MessageChunk): Promise<void> {
  const wanted = rows.flatMap(({ id, channelId, seq, threadId, mentions }) => {
    if (!mentions) return [];
    const { userIds, channel, here } = mentions;
    const row = { channelId, seq, messageId: id, threadId: threadId ?? null, addedSeq: seq };
    const ofUsers = userIds.map((targetId) => ({ ...row, targetId, here: false }));
    return channel || here ? [...ofUsers, { ...row, targetId: channelId, here: !channel }] : ofUsers;
  });
  await inBatches(wanted, (some) => w.tx.insert(messageMentions).values(some).onConflictDoNothing());
}

async function writeExternalIds(w: ChunkWrite, { rows }: MessageChunk): Promise<void> {
  const named = rows.flatMap(({ id, channelId, externalId }) =>
    externalId == null ? [] : [{ channelId, externalId, messageId: id }],
  );
  await inBatches(named, (some) => w.tx.insert(messageExternalIds).values(some).onConflictDoNothing());
}

const addReplies = statement(`
  update messages set reply_count = reply_count + added.n
  from unnest($1::text::uuid[], $2::text::int[]) added (id, n) where messages.id = added.id`);

async function countReplies({ tx }: ChunkWrite, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  await addReplies(tx, [plainArrayLiteral([...counts.keys()]), plainArrayLiteral([...counts.values()])]);
}

/** A message that was deleted is in an archive for its replies alone. */
async function noteDeletedRoots({ tx }: ChunkWrite, { rows }: MessageChunk): Promise<void> {
  const roots = rows.flatMap(({ id, channelId, deletedAt }) =>
    deletedAt ? [{ threadId: id, channelId }] : [],
  );
  await inBatches(roots, (some) => tx.insert(deletedRoots).values(some));
}

const setHeads = statement(`
  with moved as (
    update stream_heads head set last_seq = reached.seq, last_at = greatest(head.last_at, reached.at)
    from unnest($1::text::uuid[], $2::text::bigint[], $3::text::timestamptz[]) reached (id, seq, at)
    where head.id = reached.id
    returning head.id, head.last_seq
  )
  insert into consumer_positions (consumer, stream_id, seq)
  select consumers.name, moved.id, moved.last_seq from consumers cross join moved
  on conflict (consumer, stream_id) do update set seq = excluded.seq, until_seq = null, part = null`);

/** Whoever reads the log later begins after the history, so nobody is notified of it. */
async function moveHeads({ tx }: ChunkWrite, touched: ReadonlySet<KnownChannel>): Promise<void> {
  if (touched.size === 0) return;
  const channels = [...touched].sort((a, b) => (a.id < b.id ? -1 : 1));
  await setHeads(tx, [
    plainArrayLiteral(channels.map(({ id }) => id)),
    plainArrayLiteral(channels.map(({ head }) => head)),
    arrayLiteral(channels.map(({ lastAt }) => lastAt.toISOString())),
  ]);
}
