import type { Event } from '../protocol/events.js';

/** How an event changes who may read the stream that it belongs to. */
export type AudienceChange =
  | { readonly kind: 'joined' | 'left'; readonly userId: string }
  | { readonly kind: 'private' | 'public' | 'ended' };

const CONTENT_FRAME = /^\{"type":"(?:message|reaction)\./;

/** How a frame of the log changes who may read its stream, or null. Frames of messages and reactions are not parsed. */
export function audienceChangeIn(frame: string, streamId: string): AudienceChange | null {
  if (CONTENT_FRAME.test(frame)) return null;
  // The log holds nothing but events. A type that only a newer node knows reaches `failClosed`.
  return audienceChangeOf(JSON.parse(frame) as Event, streamId);
}

function audienceChangeOf(event: Event, streamId: string): AudienceChange | null {
  switch (event.type) {
    case 'message.created':
    case 'message.updated':
    case 'message.deleted':
    case 'reaction.added':
    case 'reaction.removed':
    case 'channel.created':
    case 'member.updated':
    case 'server.joined':
    case 'user.updated':
    case 'me.updated':
    case 'preference.updated':
    case 'server.updated':
    case 'group.created':
    case 'group.updated':
    case 'group.deleted':
    case 'access.revoked':
      return null;
    case 'member.joined':
      return isAbout(event, streamId) ? { kind: 'joined', userId: event.data.user.id } : null;
    case 'member.left':
      return isAbout(event, streamId) ? { kind: 'left', userId: event.data.userId } : null;
    case 'channel.updated':
      if (event.data.id !== streamId) return null;
      return { kind: event.data.isPrivate ? 'private' : 'public' };
    case 'channel.deleted':
    case 'server.deleted':
      return event.data.id === streamId ? { kind: 'ended' } : null;
    default:
      return failClosed(event);
  }
}

/** A server's stream also holds the joins and leaves of its public channels, which do not change its own members. */
function isAbout(
  { data }: Extract<Event, { type: 'member.joined' | 'member.left' }>,
  streamId: string,
): boolean {
  return (data.channelId ?? data.serverId) === streamId;
}

/** An unknown event might revoke access, so it is treated as one that does. */
function failClosed(_event: never): AudienceChange {
  return { kind: 'ended' };
}
