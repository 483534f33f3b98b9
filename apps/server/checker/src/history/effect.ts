import type { Event } from '@palaver/core';

/**
 * An effect names what an operation does, so that its event is found in the log whether or not a response arrived. Every
 * content and file that the clients write is unique, hence so is the effect of every post, edit and upload.
 */
export const effects = {
  created: (content: string) => `created ${content}`,
  uploaded: (filename: string) => `uploaded ${filename}`,
  updated: (messageId: string, content: string) => `updated ${messageId} ${content}`,
  deleted: (messageId: string) => `deleted ${messageId}`,
  reacted: (messageId: string, userId: string, emoji: string) => `reacted ${messageId} ${userId} ${emoji}`,
  unreacted: (messageId: string, userId: string, emoji: string) =>
    `unreacted ${messageId} ${userId} ${emoji}`,
  joined: (streamId: string, userId: string) => `joined ${streamId} ${userId}`,
  read: (channelId: string, userId: string, messageId: string) => `read ${channelId} ${userId} ${messageId}`,
  pinned: (messageId: string) => `pinned ${messageId}`,
  unpinned: (messageId: string) => `unpinned ${messageId}`,
  unbanned: (userId: string) => `unbanned ${userId}`,
  muted: (userId: string) => `muted ${userId}`,
  left: (streamId: string, userId: string) => `left ${streamId} ${userId}`,
};

/** The effect that an event proves by itself; null for an event that no operation of the clients causes. */
export function effectOf(event: Event): string | null {
  const change = membershipChangeOf(event);
  if (change) return effects[change.joined ? 'joined' : 'left'](change.streamId, change.userId);
  const { type, data } = event;
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
    case 'message.pinned':
      return effects.pinned(data.messageId);
    case 'message.unpinned':
      return effects.unpinned(data.messageId);
    default:
      return null;
  }
}

export interface MembershipChange {
  /** The stream that the user joined or left. */
  readonly streamId: string;
  readonly userId: string;
  readonly joined: boolean;
}

/** Who joins or leaves the stream that holds the event; null for any other event. */
export function membershipChangeOf({ type, data }: Event): MembershipChange | null {
  if (type !== 'member.joined' && type !== 'member.left') return null;
  const { streamId, serverId, channelId } = data;
  // A server's stream also reports who joins and leaves its public channels.
  if (streamId !== (channelId ?? serverId)) return null;
  return type === 'member.joined'
    ? { streamId, userId: data.user.id, joined: true }
    : { streamId, userId: data.userId, joined: false };
}
