import { emojiIdIn } from '../../kernel/schema/emoji.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import type { LineOf } from '../archive/lines.js';
import type { SeenLines } from './seen-lines.js';

/** Checks a message, but not what it names of other messages. Throws `ArchiveError`. */
export async function checkMessage(seen: SeenLines, message: LineOf<'message'>['data']): Promise<void> {
  if (!seen.channels.has(message.channelId))
    throw seen.wrong(`channelId "${message.channelId}" is no channel of an earlier line`);
  seen.requireUser(message.userId);
  if (message.alsoInChannel && message.threadId === null)
    throw seen.wrong('alsoInChannel is of a reply, and threadId is missing');
  if (message.interaction !== null) seen.requireUser(message.interaction.userId);
  seen.requirePast(message.createdAt);
  seen.requirePast(message.updatedAt);
  if (message.updatedAt < message.createdAt) throw seen.wrong('updatedAt is before createdAt');
  const { userIds, groupIds } = message.mentions;
  for (const userId of userIds) seen.requireUser(userId);
  for (const groupId of groupIds)
    if (!seen.userGroups.has(groupId))
      throw seen.wrong(`groupIds names "${groupId}", which is no user group of an earlier line`);
  for (const { createdAt, file } of message.attachments) {
    seen.requirePast(createdAt);
    await seen.takeFile(file, seen.against.limits.fileBytes, 'FILE_MAX_MB');
  }
  seen.message = { id: message.id, edits: 0, kinds: new Set() };
  seen.messages++;
}

/** Checks an earlier text or a reaction, which follow their message. Throws `ArchiveError`. */
export function checkOfMessage(seen: SeenLines, { type, data }: LineOf<'edit'> | LineOf<'reaction'>): void {
  const message = seen.message;
  if (message?.id !== data.messageId) throw seen.wrong('follows another message than its own');
  seen.requireUser(data.userId);
  if (type === 'edit') {
    seen.requirePast(data.editedAt);
    if (message.kinds.size > 0) throw seen.wrong('an earlier text comes before the reactions of its message');
    seen.requireFew('earlier texts of the message', message.edits++, ARCHIVE_LIMITS.editsOfMessage);
    return;
  }
  seen.requirePast(data.createdAt);
  if (emojiIdIn(data.emoji) !== null) throw seen.wrong('emoji is the name alone, and emojiId the id');
  if (data.emojiId !== null && seen.emoji.get(data.emojiId) === undefined)
    throw seen.wrong(`emojiId "${data.emojiId}" is no emoji of an earlier line`);
  const kind = data.emojiId ?? data.emoji;
  if (message.kinds.has(kind)) return;
  seen.requireFew('kinds of reactions of the message', message.kinds.size, ARCHIVE_LIMITS.reactionsOfMessage);
  message.kinds.add(kind);
}
