import type { Reaction } from '../service.js';

/** The reactions after `reaction.added`: a new user goes last of its emoji, a new emoji goes last of all. */
export function withReaction(reactions: readonly Reaction[], emoji: string, userId: string): Reaction[] {
  if (!reactions.some((reaction) => reaction.emoji === emoji)) {
    return [...reactions, reactionOf(emoji, [userId])];
  }
  return reactions.map((reaction) =>
    reaction.emoji === emoji ? reactionOf(emoji, [...reaction.users, userId]) : reaction,
  );
}

/** The reactions after `reaction.removed`: an emoji without users is removed, every other one keeps its index. */
export function withoutReaction(reactions: readonly Reaction[], emoji: string, userId: string): Reaction[] {
  return reactions.flatMap((reaction) => {
    if (reaction.emoji !== emoji) return [reaction];
    const users = reaction.users.filter((id) => id !== userId);
    return users.length === 0 ? [] : [reactionOf(emoji, users)];
  });
}

export function hasReacted(reactions: readonly Reaction[], emoji: string, userId: string): boolean {
  return reactions.some((reaction) => reaction.emoji === emoji && reaction.users.includes(userId));
}

function reactionOf(emoji: string, users: string[]): Reaction {
  return { emoji, count: users.length, users };
}
