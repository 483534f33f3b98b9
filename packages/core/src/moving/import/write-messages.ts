import { arrayLiteral, plainArrayLiteral, statement, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { addStoredBytesOf } from '../../attachments/stored-bytes.js';
import { lockStreams } from '../../log/append.js';
import { channelStream } from '../../log/streams.js';
import { indexMessages } from '../../search/index-messages.js';
import {
  type ChunkWrite,
  inBatches,
  isUpdate,
  keepMappings,
  linesOf,
  type Mapping,
  newOnes,
  type Placed,
  type Written,
} from './chunk.js';
import { noteSeen } from './delete-missing.js';
import { insertRows, KEEPS } from './insert-rows.js';
import { idsFor } from './kept-ids.js';
import { found, type KnownChannel } from './known.js';
import { changesIn, groupsOf, type MessageGroup, stateOfGroup } from './message-changes.js';
import { findNamed, MessageChunk } from './message-chunk.js';
import {
  addMessage,
  alsoListedRows,
  attachmentRows,
  editRow,
  type MessageLine,
  mentionRows,
  type Pin,
  pinOf,
  reactionRow,
} from './message-rows.js';
import { writtenState } from './message-state.js';
import type { StoredAttachments } from './stored-files.js';
import { updateMessages } from './update-messages.js';

const {
  attachments,
  channelReplies,
  deletedRoots,
  messageEdits,
  messageExternalIds,
  messageMentions,
  messagePins,
  messages,
  reactions,
} = tables;

/**
 * Writes messages as they were: nobody is told, and the positions that they take have no events. Of a later archive what is new is written,
 * and what has changed there. Throws `ArchiveError`.
 */
export async function writeMessages(
  w: ChunkWrite,
  lines: readonly Placed[],
  stored: StoredAttachments,
): Promise<Pick<Written, 'messages' | 'files' | 'fileBytes'>> {
  const { fresh, changed } = await changesIn(w, groupsOf(lines));
  const given = fresh.map(({ line }) => line);
  const pinned = await newOnes(w, 'pin', linesOf(lines, 'pin'), ({ value }) => value.data.messageId);
  const named = new MessageChunk(await findNamed(w, lines));
  if (isUpdate(w)) await lockHeads(w, [...given, ...changed.map(({ line }) => line)], pinned, named);
  const written = await writeNew(w, named, { fresh, pinned, stored });
  await noteSeen(
    w,
    linesOf(lines, 'message').map(({ value }) => value.data.id),
  );
  if (changed.length > 0) await updateMessages(w, named, changed, stored);
  await moveHeads(w, named.touched);
  return written;
}

interface NewMessages {
  readonly fresh: readonly MessageGroup[];
  readonly pinned: ReadonlyArray<Placed<'pin'>>;
  readonly stored: StoredAttachments;
}

async function writeNew(
  w: ChunkWrite,
  chunk: MessageChunk,
  { fresh, pinned, stored }: NewMessages,
): Promise<Pick<Written, 'messages' | 'files' | 'fileBytes'>> {
  const given = fresh.map(({ line }) => line);
  const ids = await messageIds(w, given);
  for (const [index, line] of given.entries()) addMessage(w, chunk, line, ids[index] ?? '');
  const replies = repliesOf(chunk, given);
  const edits = fresh.flatMap((group) => group.edits.flatMap((line) => editRow(w, chunk, line) ?? []));
  const reacted = fresh.flatMap((group) =>
    group.reactions.flatMap((line) => reactionRow(w, chunk, line) ?? []),
  );
  const pins = pinned.flatMap((line) => pinOf(w, chunk, line) ?? []);
  const files = given.flatMap((line) => attachmentRows(w, chunk, line, stored));
  await insertRows(w, messages, chunk.rows);
  await insertRows(w, messageEdits, edits);
  await insertRows(w, reactions, reacted, KEEPS);
  await inBatches(files, (some) => w.tx.insert(attachments).values(some));
  await addStoredBytesOf(w.tx, files);
  await insertRows(w, messageMentions, chunk.rows.flatMap(mentionRows), KEEPS);
  await insertRows(w, channelReplies, chunk.rows.flatMap(alsoListedRows));
  await writeExternalIds(w, chunk);
  await writePins(w, pins);
  await countReplies(w, replies);
  await noteDeletedRoots(w, chunk);
  await keepMappings(
    w,
    'message',
    fresh.map((group, index) => mappingOf(w, chunk, group, ids[index] ?? '')),
  );
  await keepMappings(
    w,
    'pin',
    pins.map(({ sourceId, messageId: id }) => ({ sourceId, id })),
  );
  await indexMessages(
    w.tx,
    chunk.rows.flatMap(({ id, deletedAt }) => (deletedAt ? [] : [id])),
  );
  const fileBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { messages: chunk.rows.length, files: files.length, fileBytes };
}

function mappingOf(w: ChunkWrite, chunk: MessageChunk, group: MessageGroup, made: string): Mapping {
  const sourceId = group.line.value.data.id;
  const id = chunk.find(sourceId, 0)?.id ?? made;
  return { sourceId, id, state: writtenState(stateOfGroup(id, group, w.known.users)) };
}

const heads = statement<{ id: string; head: string; last_at: string }>(`
  select id, last_seq as head, last_at::text as last_at from stream_heads where id = any($1::text::uuid[])`);

/** Others post in the channels of a server that is used: their streams are locked, and the positions read again. */
async function lockHeads(
  w: ChunkWrite,
  lines: readonly MessageLine[],
  pinned: ReadonlyArray<Placed<'pin'>>,
  chunk: MessageChunk,
): Promise<void> {
  const ofLines = lines.map(({ value }) => found(w.known.channels, value.data.channelId));
  const ofPins = pinned.flatMap(({ value }) => chunk.channelOf(value.data.messageId) ?? []);
  const places = new Map(
    [...ofLines, ...ofPins].filter(({ isLeftOut }) => !isLeftOut).map((one) => [one.id, one]),
  );
  const ids = [...places.keys()].sort();
  await lockStreams(w.tx, ids.map(channelStream));
  for (const { id, head, last_at } of await heads(w.tx, [plainArrayLiteral(ids)])) {
    const place = places.get(id);
    if (place) Object.assign(place, { head: Number(head), lastAt: new Date(last_at) });
  }
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

function repliesOf(chunk: MessageChunk, given: readonly MessageLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value, line } of given) {
    const { id: sourceId, threadId, deletedAt } = value.data;
    if (threadId === null || deletedAt !== null || chunk.find(sourceId, line) === null) continue;
    const id = chunk.find(threadId, line)?.id ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

async function writePins(w: ChunkWrite, pins: readonly Pin[]): Promise<void> {
  for (const { pinnedAt, pinnedBy, sourceId: _, ...row } of pins) {
    await w.tx.insert(messagePins).values(row).onConflictDoNothing();
    await w.tx.update(messages).set({ pinnedAt, pinnedBy }).where(sql`${messages.id} = ${row.messageId}`);
  }
}

async function writeExternalIds(w: ChunkWrite, { rows }: MessageChunk): Promise<void> {
  const named = rows.flatMap(({ id, channelId, extra }) =>
    extra?.externalId ? [{ channelId, externalId: extra.externalId, messageId: id }] : [],
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
  with reached as (
    select * from unnest($1::text::uuid[], $2::text::bigint[], $3::text::timestamptz[]) reached (id, seq, at)
  ), before as (
    select head.id, head.last_seq from stream_heads head join reached on reached.id = head.id
  ), moved as (
    update stream_heads head set last_seq = reached.seq, last_at = greatest(head.last_at, reached.at)
    from reached where head.id = reached.id
    returning head.id, head.last_seq
  ), have_read as (
    update channel_members member set read_seq = moved.last_seq
    from moved join before on before.id = moved.id
    where member.channel_id = moved.id and member.read_seq >= before.last_seq
  )
  insert into consumer_positions (consumer, stream_id, seq)
  select consumers.name, moved.id, moved.last_seq from consumers cross join moved join before on before.id = moved.id
  left join consumer_positions known on known.consumer = consumers.name and known.stream_id = moved.id
  where coalesce(known.seq, 0) >= before.last_seq and known.part is null
  on conflict (consumer, stream_id) do update set seq = excluded.seq, until_seq = null, part = null`);

/**
 * Whoever reads the log later, and has read all before, begins after the history, so nobody is notified of it; nor is it unread for
 * whoever had nothing unread.
 */
async function moveHeads({ tx }: ChunkWrite, touched: ReadonlySet<KnownChannel>): Promise<void> {
  if (touched.size === 0) return;
  const channels = [...touched].sort((a, b) => (a.id < b.id ? -1 : 1));
  await setHeads(tx, [
    plainArrayLiteral(channels.map(({ id }) => id)),
    plainArrayLiteral(channels.map(({ head }) => head)),
    arrayLiteral(channels.map(({ lastAt }) => lastAt.toISOString())),
  ]);
}
