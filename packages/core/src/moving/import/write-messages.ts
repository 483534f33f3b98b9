import { arrayLiteral, plainArrayLiteral, statement, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { addStoredBytesOf } from '../../attachments/stored-bytes.js';
import { indexMessages } from '../../search/index-messages.js';
import { type ChunkWrite, inBatches, keepMappings, linesOf, type Placed, type Written } from './chunk.js';
import { idsFor } from './kept-ids.js';
import { found, type KnownChannel } from './known.js';
import { findNamed, MessageChunk } from './message-chunk.js';
import {
  addMessage,
  attachmentRows,
  editRow,
  type MessageLine,
  type Pin,
  pinOf,
  reactionRow,
} from './message-rows.js';
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

async function writePins(w: ChunkWrite, pins: readonly Pin[]): Promise<void> {
  for (const { pinnedAt, pinnedBy, ...row } of pins) {
    await w.tx.insert(messagePins).values(row).onConflictDoNothing();
    await w.tx.update(messages).set({ pinnedAt, pinnedBy }).where(sql`${messages.id} = ${row.messageId}`);
  }
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
