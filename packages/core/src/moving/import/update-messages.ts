import { tables } from '@palaver/db';
import { and, eq, inArray, max } from 'drizzle-orm';
import { addStoredBytesOf } from '../../attachments/stored-bytes.js';
import { emojiIdIn } from '../../kernel/schema/emoji.js';
import { indexMessages } from '../../search/index-messages.js';
import { at, type ChunkWrite, inBatches } from './chunk.js';
import { found } from './known.js';
import type { ChangedMessage } from './message-changes.js';
import type { MessageChunk } from './message-chunk.js';
import { mentionRows, mentionsOf, storedReaction } from './message-rows.js';
import { contentKey, reactionKey, writtenState } from './message-state.js';
import { textHere } from './renamed.js';
import type { StoredAttachments } from './stored-files.js';

const { attachments, imported, messageEdits, messageMentions, messages, reactions } = tables;

/**
 * Changes messages as a later archive says. What was written, changed or deleted here meanwhile stays as it is: a text that was edited
 * here, a message that is gone, a reaction that was taken back. The streams of their channels are locked.
 */
export async function updateMessages(
  w: ChunkWrite,
  chunk: MessageChunk,
  changed: readonly ChangedMessage[],
  stored: StoredAttachments,
): Promise<void> {
  const ids = changed.map(({ id }) => id);
  const rows = await w.tx.select().from(messages).where(inArray(messages.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const indexed = new Set<string>();
  for (const change of changed) {
    const row = byId.get(change.id);
    const channel = found(w.known.channels, change.line.value.data.channelId);
    if (row && row.deletedAt === null && !channel.isLeftOut && change.line.value.data.deletedAt === null) {
      // Whoever shows the channel reads it again: its stream moves, and the new position has no event.
      const seq = chunk.nextSeq(channel, channel.lastAt);
      const isEdited = await updateText(w, chunk, change, { content: row.content, seq });
      await updateReactions(w, change);
      const hasFiles = await addFiles(w, change, stored);
      if (isEdited || hasFiles) indexed.add(change.id);
    }
    await recordState(w, change);
  }
  await indexMessages(w.tx, [...indexed]);
}

async function updateText(
  w: ChunkWrite,
  chunk: MessageChunk,
  { id, line, edits, before, after }: ChangedMessage,
  now: { readonly content: string; readonly seq: number },
): Promise<boolean> {
  const isEditedHere = contentKey(id, now.content) !== before.stored;
  if (before.content === after.content || isEditedHere) return false;
  const { data } = line.value;
  const channel = found(w.known.channels, data.channelId);
  const earlier = edits.slice(before.edits).map(({ value }) => ({
    messageId: id,
    seq: chunk.nextSeq(channel, channel.lastAt),
    content: value.data.content,
    userId: found(w.known.users, value.data.userId).id,
    editedAt: at(value.data.editedAt),
  }));
  await inBatches(earlier, (some) => w.tx.insert(messageEdits).values(some));
  const updatedSeq = earlier.at(-1)?.seq ?? now.seq;
  const text = { content: textHere(data, w.known.users), edited: data.edited, updatedAt: at(data.updatedAt) };
  const mentions = mentionsOf(w, data);
  const [row] = await w.tx
    .update(messages)
    .set({ ...text, updatedSeq, mentions })
    .where(eq(messages.id, id))
    .returning();
  await w.tx.delete(messageMentions).where(eq(messageMentions.messageId, id));
  if (row)
    await inBatches(mentionRows(row), (some) =>
      w.tx.insert(messageMentions).values(some).onConflictDoNothing(),
    );
  return true;
}

async function updateReactions(
  w: ChunkWrite,
  { id, reactions: given, before, after }: ChangedMessage,
): Promise<void> {
  const added = given.filter(({ value }) => !before.reactions.has(reactionKey(value.data)));
  const rows = added.map(({ value }) => ({
    messageId: id,
    emoji: storedReaction(w, value.data),
    userId: found(w.known.users, value.data.userId).id,
    createdAt: at(value.data.createdAt),
  }));
  await inBatches(rows, (some) => w.tx.insert(reactions).values(some).onConflictDoNothing());
  const gone = [...before.reactions].filter((key) => !after.reactions.has(key));
  if (gone.length > 0) await removeReactions(w, id, new Set(gone));
}

/** Their digests are of the ids of the archive, so they are looked for among all that the message has. */
async function removeReactions(w: ChunkWrite, messageId: string, gone: ReadonlySet<string>): Promise<void> {
  const sourceOfUser = new Map([...w.known.users].map(([sourceId, { id }]) => [id, sourceId]));
  const sourceOfEmoji = new Map([...w.known.emoji].map(([sourceId, id]) => [id, sourceId]));
  const rows = await w.tx.select().from(reactions).where(eq(reactions.messageId, messageId));
  for (const { userId, emoji } of rows) {
    const emojiId = sourceOfEmoji.get(emojiIdIn(emoji) ?? '') ?? null;
    const key = reactionKey({
      messageId,
      createdAt: '',
      userId: sourceOfUser.get(userId) ?? '',
      emoji,
      emojiId,
    });
    if (!gone.has(key)) continue;
    const isThis = and(
      eq(reactions.messageId, messageId),
      eq(reactions.userId, userId),
      eq(reactions.emoji, emoji),
    );
    await w.tx.delete(reactions).where(isThis);
  }
}

/** The files that the earlier archive did not have. */
async function addFiles(
  w: ChunkWrite,
  { id, line }: ChangedMessage,
  stored: StoredAttachments,
): Promise<boolean> {
  const { data } = line.value;
  const files = stored.get(data.id) ?? [];
  if (files.length === 0) return false;
  const [last] = await w.tx
    .select({ position: max(attachments.position) })
    .from(attachments)
    .where(eq(attachments.messageId, id));
  const first = (last?.position ?? -1) + 1;
  const rows = files.map(({ createdAt, ...file }, index) => ({
    ...file,
    position: first + index,
    channelId: found(w.known.channels, data.channelId).id,
    messageId: id,
    uploaderId: found(w.known.users, data.userId).id,
    createdAt: at(createdAt),
  }));
  await inBatches(rows, (some) => w.tx.insert(attachments).values(some));
  await addStoredBytesOf(w.tx, rows);
  return true;
}

async function recordState(w: ChunkWrite, { line, after }: ChangedMessage): Promise<void> {
  await w.tx
    .update(imported)
    .set({ state: writtenState(after) })
    .where(
      and(
        eq(imported.importId, w.importId),
        eq(imported.kind, 'message'),
        eq(imported.sourceId, line.value.data.id),
      ),
    );
}
