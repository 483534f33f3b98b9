import type { Event } from '@palaver/core';

/**
 * Names for what an operation brings about, so that it is found again in the log whoever tells of it. The contents that
 * the checker writes are all different.
 */
export const effects = {
  created: (content: string) => `created ${content}`,
  updated: (messageId: string, content: string) => `updated ${messageId} ${content}`,
  deleted: (messageId: string) => `deleted ${messageId}`,
  reacted: (messageId: string, userId: string, emoji: string) => `reacted ${messageId} ${userId} ${emoji}`,
  unreacted: (messageId: string, userId: string, emoji: string) =>
    `unreacted ${messageId} ${userId} ${emoji}`,
  joined: (streamId: string, userId: string) => `joined ${streamId} ${userId}`,
  left: (streamId: string, userId: string) => `left ${streamId} ${userId}`,
};

/** The name of what an event tells of; null for what no operation of the checker does. */
export function effectOf({ type, data }: Event): string | null {
  switch (type) {
    case 'message.created':
      return effects.created(data.content);
    case 'message.updated':
      return effects.updated(data.id, data.content);
    case 'message.deleted':
      return effects.deleted(data.id);
    case 'reaction.added':
      return effects.reacted(data.messageId, data.userId, data.emoji);
    case 'reaction.removed':
      return effects.unreacted(data.messageId, data.userId, data.emoji);
    case 'member.joined':
      return isOfOwnStream(data) ? effects.joined(data.streamId, data.user.id) : null;
    case 'member.left':
      return isOfOwnStream(data) ? effects.left(data.streamId, data.userId) : null;
    default:
      return null;
  }
}

/** Who comes into or goes out of the very stream that the event stands in; null for any other event. */
export function membershipIn({
  type,
  data,
}: Event): { readonly userId: string; readonly joined: boolean } | null {
  if (type === 'member.joined' && isOfOwnStream(data)) return { userId: data.user.id, joined: true };
  if (type === 'member.left' && isOfOwnStream(data)) return { userId: data.userId, joined: false };
  return null;
}

/** A server's stream tells of the comings and goings in its public channels as well. */
function isOfOwnStream(data: {
  streamId: string;
  serverId: string | null;
  channelId: string | null;
}): boolean {
  return data.streamId === (data.channelId ?? data.serverId);
}
