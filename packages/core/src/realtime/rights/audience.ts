import { isClosed, type Openness } from '../../channels/permissions.js';
import { opennessIn } from '../../channels/record.js';
import { type EventTypeWhere, framesOf, typesWhere } from '../../protocol/events/table.js';
import { type Event, eventIn } from '../../protocol/events.js';
import type { Role } from '../../protocol/records/server.js';

/** How an event changes who may read the stream that it belongs to. */
export type AudienceChange =
  | { readonly kind: 'joined' | 'left'; readonly userId: string }
  | { readonly kind: 'role'; readonly userId: string; readonly role: Role }
  | ({ readonly kind: 'closed' | 'open' } & Openness)
  | { readonly kind: 'ended' };

/** The events that can change who may read the stream that they are in. */
type AudienceEvent = Extract<Event, { type: EventTypeWhere<{ readonly readers: 'change' }> }>;

const WITHOUT_CHANGE = framesOf(typesWhere(({ readers }) => readers === 'stay'));

/** How a frame of the log changes who may read its stream, or null. Frames that change nothing are not parsed. */
export function audienceChangeIn(frame: string, streamId: string): AudienceChange | null {
  if (WITHOUT_CHANGE.test(frame)) return null;
  // A type that only a newer node knows reaches `failClosed`.
  return audienceChangeOf(eventIn<AudienceEvent['type']>(frame), streamId);
}

function audienceChangeOf(event: AudienceEvent, streamId: string): AudienceChange | null {
  switch (event.type) {
    case 'member.joined':
      return isAbout(event, streamId) ? { kind: 'joined', userId: event.data.user.id } : null;
    case 'member.left':
      return isAbout(event, streamId) ? { kind: 'left', userId: event.data.userId } : null;
    case 'channel.updated':
      if (event.data.id !== streamId) return null;
      return changeTo(opennessIn(event.data));
    case 'member.updated':
      return { kind: 'role', userId: event.data.userId, role: event.data.role };
    case 'channel.deleted':
    case 'server.deleted':
      return event.data.id === streamId ? { kind: 'ended' } : null;
    default:
      return failClosed(event);
  }
}

function changeTo(openness: Openness): AudienceChange {
  return { kind: isClosed(openness) ? 'closed' : 'open', ...openness };
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
