import { usableEmoji, usableName } from '../../incoming-webhooks/webhook-post.js';
import { serverEmojiReaction } from '../../kernel/schema/emoji.js';
import { QUOTAS } from '../../kernel/services/quotas.js';
import { type StoredExtra, storedExtra, storedPlace } from '../../messages/extra.js';
import type { Extra } from '../../protocol/records/message.js';
import { ArchiveError } from '../archive/archive-error.js';
import { withFields } from '../with-fields.js';
import { at, type ChunkWrite, type Placed } from './chunk.js';
import { found, type KnownChannel } from './known.js';
import { LEFT_OUT, type MessageChunk, type MessageRow } from './message-chunk.js';
import { textHere } from './renamed.js';
import type { StoredAttachments } from './stored-files.js';

export type MessageLine = Placed<'message'>;

/** A reply to a message that was deleted here is left out, as is what stands in a place that is. */
export function addMessage(
  w: ChunkWrite,
  chunk: MessageChunk,
  { value: { data }, line }: MessageLine,
  id: string,
): void {
  if (chunk.has(data.id)) throw new ArchiveError(`the id "${data.id}" is given twice`, line);
  const channel = found(w.known.channels, data.channelId);
  const isReply = data.threadId !== null;
  const isGone = data.threadId !== null && !channel.isLeftOut && chunk.find(data.threadId, line) === null;
  if (channel.isLeftOut || isGone) {
    chunk.add(data.id, { id, channel: LEFT_OUT, isReply, row: null });
    return;
  }
  const threadId = data.threadId === null ? null : rootOf(chunk, data.threadId, channel, line);
  const place = storedPlace({ threadId, alsoInChannel: data.alsoInChannel }, extraIn(w, data));
  const createdAt = at(data.createdAt);
  const seq = chunk.nextSeq(channel, createdAt);
  const isDeleted = data.deletedAt !== null;
  const row: MessageRow = {
    id,
    channelId: channel.id,
    seq,
    userId: found(w.known.users, data.userId).id,
    content: isDeleted ? '' : textHere(data, w.known.users),
    edited: data.edited,
    replyCount: 0,
    createdAt,
    updatedAt: at(data.updatedAt),
    deletedAt: data.deletedAt === null ? null : at(data.deletedAt),
    updatedSeq: data.edited ? chunk.nextSeq(channel, createdAt) : null,
    mentions: isDeleted ? null : mentionsOf(w, data),
    ...place,
  };
  chunk.add(data.id, { id, channel, isReply, row });
}

function extraIn(w: ChunkWrite, data: MessageLine['value']['data']): StoredExtra | null {
  if (data.deletedAt !== null) return null;
  const shown = {
    webhook: webhookOf(data),
    interaction: interactionOf(w, data),
    forwardedFrom: forwardedFromOf(w, data),
  };
  return storedExtra(withFields(data, shown));
}

function rootOf(chunk: MessageChunk, sourceId: string, channel: KnownChannel, line: number): string {
  const root = chunk.find(sourceId, line);
  if (root?.channel !== channel)
    throw new ArchiveError(`threadId "${sourceId}" is a message of another channel`, line);
  if (root.isReply) throw new ArchiveError(`threadId "${sourceId}" is a reply itself`, line);
  return root.id;
}

/** What stands above a message is held to what a webhook may show there, whoever wrote the archive. */
function webhookOf({ webhook }: MessageLine['value']['data']): Extra['webhook'] {
  if (webhook === null) return null;
  const { username, emoji } = webhook;
  return { ...webhook, username: usableName(username) ?? 'webhook', emoji: usableEmoji(emoji) };
}

function interactionOf(
  { known }: ChunkWrite,
  { interaction }: MessageLine['value']['data'],
): Extra['interaction'] {
  if (interaction === null) return null;
  const userId = found(known.users, interaction.userId).id;
  return { ...interaction, userId, name: usableName(interaction.name) };
}

/** Where what was forwarded is found again, which takes ids that are kept. The quote stays in any case. */
function forwardedFromOf(
  { known }: ChunkWrite,
  { forwardedFrom }: MessageLine['value']['data'],
): Extra['forwardedFrom'] {
  if (forwardedFrom === null || !known.server?.keepsIds) return null;
  const userId = known.users.get(forwardedFrom.userId)?.id;
  return userId !== undefined && known.channels.has(forwardedFrom.channelId)
    ? { ...forwardedFrom, userId }
    : null;
}

export function mentionsOf(
  { known }: ChunkWrite,
  { mentions }: MessageLine['value']['data'],
): MessageRow['mentions'] {
  const { channel, here } = mentions;
  const userIds = [...new Set(mentions.userIds.map((id) => found(known.users, id).id))];
  const groupIds = [...new Set(mentions.groupIds.map((id) => found(known.userGroups, id)))];
  const isNobody = userIds.length + groupIds.length === 0 && !channel && !here;
  return isNobody ? null : { userIds, groupIds, channel, here };
}

/** The row by which the thread finds a reply that the list of the channel has as well. */
export function alsoListedRows({ id, seq, extra, deletedAt }: MessageRow) {
  const rootId = extra?.alsoInThread;
  return rootId === undefined || deletedAt ? [] : [{ messageId: id, rootId, seq }];
}

/** The rows of whom a message mentions. */
export function mentionRows({ id, channelId, seq, threadId, mentions }: MessageRow) {
  if (!mentions) return [];
  const { userIds, channel, here } = mentions;
  const row = { channelId, seq, messageId: id, threadId: threadId ?? null, addedSeq: seq };
  const ofUsers = userIds.map((targetId) => ({ targetId, here: false, ...row }));
  return channel || here ? [...ofUsers, { ...row, targetId: channelId, here: !channel }] : ofUsers;
}

export function editRow(w: ChunkWrite, chunk: MessageChunk, { value: { data }, line }: Placed<'edit'>) {
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

/** The emoji of a reaction as it is stored. One of the server is its name alone where its image could not be decoded. */
export function storedReaction(
  { known }: ChunkWrite,
  { emoji, emojiId }: Placed<'reaction'>['value']['data'],
): string {
  const own = emojiId === null ? null : (known.emoji.get(emojiId) ?? null);
  return own === null ? emoji : serverEmojiReaction({ name: emoji, id: own });
}

export function reactionRow(
  w: ChunkWrite,
  chunk: MessageChunk,
  { value: { data }, line }: Placed<'reaction'>,
) {
  const message = chunk.find(data.messageId, line);
  if (message === null) return null;
  return {
    messageId: message.id,
    emoji: storedReaction(w, data),
    userId: found(w.known.users, data.userId).id,
    createdAt: at(data.createdAt),
  };
}

export function pinOf(w: ChunkWrite, chunk: MessageChunk, { value: { data }, line }: Placed<'pin'>) {
  const message = chunk.find(data.messageId, line);
  if (message === null) return null;
  const { most } = QUOTAS.pinsPerChannel;
  if (++message.channel.pins > most)
    throw new ArchiveError(`there can be at most ${most} pins of a channel here`, line);
  return {
    sourceId: data.messageId,
    messageId: message.id,
    channelId: message.channel.id,
    seq: chunk.nextSeq(message.channel, message.channel.lastAt),
    pinnedAt: at(data.pinnedAt),
    pinnedBy: found(w.known.users, data.pinnedBy).id,
  };
}

export type Pin = NonNullable<ReturnType<typeof pinOf>>;

export function attachmentRows(
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
