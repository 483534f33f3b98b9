import type { Event } from '../protocol/events.js';

/** What an event changes about who may hear the stream it stands in. */
export type AudienceChange =
  | { readonly kind: 'joined' | 'left'; readonly userId: string }
  | { readonly kind: 'private' | 'public' | 'ended' };

const CONTENT_FRAME = /^\{"type":"(?:message|reaction)\./;

/** What a frame of the log changes about its stream's audience; null, without parsing, for what people write. */
export function audienceChangeIn(frame: string, streamId: string): AudienceChange | null {
  if (CONTENT_FRAME.test(frame)) return null;
  // The log holds frames of `Event` alone; one that a newer node wrote falls through to the closed end below.
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

/** A server hears of the members of its public channels as well, which are no members of it by that. */
function isAbout(
  { data }: Extract<Event, { type: 'member.joined' | 'member.left' }>,
  streamId: string,
): boolean {
  return (data.channelId ?? data.serverId) === streamId;
}

/** An event that nobody here has thought of might take the stream away, so it does. */
function failClosed(_event: never): AudienceChange {
  return { kind: 'ended' };
}
