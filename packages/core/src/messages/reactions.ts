import type { Reaction } from '../protocol/records/message.js';

/** An emoji and who reacted with it. */
export type ReactionPair = readonly [emoji: string, userId: string];

/** Groups reactions given in the order of reacting: kinds, and users in a kind, stand first to react first. */
export function groupReactions(pairs: readonly ReactionPair[]): Reaction[] {
  const kinds = new Map<string, string[]>();
  for (const [emoji, userId] of pairs) {
    const users = kinds.get(emoji);
    if (users) users.push(userId);
    else kinds.set(emoji, [userId]);
  }
  return [...kinds].map(([emoji, users]) => reaction(emoji, users));
}

/**
 * The reactions after one more. This, and `withoutReaction`, is also what a client does on `reaction.added` and
 * `reaction.removed`; the stored order agrees with both.
 */
export function withReaction(reactions: readonly Reaction[], emoji: string, userId: string): Reaction[] {
  if (!reactions.some((kind) => kind.emoji === emoji)) return [...reactions, reaction(emoji, [userId])];
  return reactions.map((kind) => (kind.emoji === emoji ? reaction(emoji, [...kind.users, userId]) : kind));
}

/** The reactions after one has been taken back; a kind that nobody is left in goes, else it keeps its place. */
export function withoutReaction(reactions: readonly Reaction[], emoji: string, userId: string): Reaction[] {
  return reactions.flatMap((kind) => {
    if (kind.emoji !== emoji) return [kind];
    const users = kind.users.filter((id) => id !== userId);
    return users.length === 0 ? [] : [reaction(emoji, users)];
  });
}

/** Whether this user has reacted with this emoji. */
export function hasReaction(reactions: readonly Reaction[], emoji: string, userId: string): boolean {
  return reactions.some((kind) => kind.emoji === emoji && kind.users.includes(userId));
}

function reaction(emoji: string, users: string[]): Reaction {
  return { emoji, count: users.length, users };
}
