import type { Reaction } from '../../protocol/records/message.js';

/** An emoji and the id of a user who reacted with it. */
export type ReactionPair = readonly [emoji: string, userId: string];

/** Groups reactions that are given in the order of reacting; emoji, and the users of an emoji, keep that order. */
export function groupReactions(pairs: readonly ReactionPair[]): Reaction[] {
  const kinds = new Map<string, string[]>();
  for (const [emoji, userId] of pairs) {
    const users = kinds.get(emoji);
    if (users) users.push(userId);
    else kinds.set(emoji, [userId]);
  }
  return [...kinds].map(([emoji, users]) => ({ emoji, count: users.length, users }));
}

/** Whether this user has reacted with this emoji. */
export function hasReaction(reactions: readonly Reaction[], emoji: string, userId: string): boolean {
  return reactions.some((kind) => kind.emoji === emoji && kind.users.includes(userId));
}
