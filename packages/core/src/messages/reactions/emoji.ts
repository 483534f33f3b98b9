import type { Transaction } from '@palaver/db';
import { usableEmoji } from '../../emoji/access.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { emojiIdIn, emojiNameIn, serverEmojiReaction } from '../../kernel/schema/emoji.js';
import type { Message } from '../../protocol/records/message.js';
import { hasReaction } from './reactions.js';

type Reacted = Pick<Message, 'channelId' | 'reactions'>;

/**
 * What a reaction that a user adds is kept as. An emoji of the server is kept with its id, under the name that it already has
 * on the message, so that a rename makes no second reaction of it. `:name:` is a text like any other where the server has no
 * such emoji. Throws `EMOJI_NOT_FOUND` for the id of one that the server does not have (any more), unless the user has
 * reacted with it.
 */
export async function emojiToAdd(
  tx: Transaction,
  { channelId, reactions }: Reacted,
  emoji: string,
  userId: string,
): Promise<string> {
  const [id, name] = [emojiIdIn(emoji), emojiNameIn(emoji)];
  if (id !== null) {
    const kept = keptAs(reactions, id);
    if (kept !== null && hasReaction(reactions, kept, userId)) return kept;
    const found = await usableEmoji(tx, channelId, { id });
    if (!found) throw new AppError('EMOJI_NOT_FOUND');
    return kept ?? serverEmojiReaction(found);
  }
  const found = name === null ? null : await usableEmoji(tx, channelId, { name });
  return found ? (keptAs(reactions, found.id) ?? serverEmojiReaction(found)) : emoji;
}

/** Which of a user's reactions an emoji means; the emoji itself where it means none. */
export async function emojiToRemove(
  tx: Transaction,
  { channelId, reactions }: Reacted,
  emoji: string,
  userId: string,
): Promise<string> {
  const [id, name] = [emojiIdIn(emoji), emojiNameIn(emoji)];
  if (id !== null) return keptAs(reactions, id) ?? emoji;
  if (name === null || hasReaction(reactions, emoji, userId)) return emoji;
  const found = await usableEmoji(tx, channelId, { name });
  return (found && keptAs(reactions, found.id)) ?? emoji;
}

/** The reaction of a message that has this id. */
function keptAs(reactions: Message['reactions'], id: string): string | null {
  return reactions.find((reaction) => emojiIdIn(reaction.emoji) === id)?.emoji ?? null;
}
