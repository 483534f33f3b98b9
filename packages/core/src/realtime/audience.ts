import { isClosed, type Openness } from '../channels/permissions.js';
import { opennessIn } from '../channels/record.js';
import type { Event } from '../protocol/events.js';
import type { Role } from '../protocol/records/server.js';

/** How an event changes who may read the stream that it belongs to. */
export type AudienceChange =
  | { readonly kind: 'joined' | 'left'; readonly userId: string }
  | { readonly kind: 'role'; readonly userId: string; readonly role: Role }
  | ({ readonly kind: 'closed' | 'open' } & Openness)
  | { readonly kind: 'ended' };

/** The events that can change who may read the stream that they are in. */
type AudienceEvent = Extract<
  Event,
  {
    type:
      | 'member.joined'
      | 'member.left'
      | 'member.updated'
      | 'channel.updated'
      | 'channel.deleted'
      | 'server.deleted';
  }
>;

/** All other events by name, so that an event that only a newer node knows is none of them. */
const WITHOUT_CHANGE: Readonly<Record<Exclude<Event, AudienceEvent>['type'], true>> = {
  'message.created': true,
  'message.updated': true,
  'message.deleted': true,
  'reaction.added': true,
  'reaction.removed': true,
  'message.pinned': true,
  'message.unpinned': true,
  'channel.created': true,
  'channel.hidden': true,
  'server.joined': true,
  'server.updated': true,
  'group.created': true,
  'group.updated': true,
  'group.deleted': true,
  'emoji.created': true,
  'emoji.updated': true,
  'emoji.deleted': true,
  'user_group.created': true,
  'user_group.updated': true,
  'user_group.deleted': true,
  'user_group.member_added': true,
  'user_group.member_removed': true,
  'user.updated': true,
  'me.updated': true,
  'session.created': true,
  'preference.updated': true,
  'mail_preferences.updated': true,
  'notification.created': true,
  'notification.updated': true,
  'notification.read': true,
  'notification.deleted': true,
  'read.updated': true,
  'thread.followed': true,
  'thread.unfollowed': true,
  'draft.updated': true,
  'draft.deleted': true,
  'favorites.updated': true,
  'message.saved': true,
  'message.unsaved': true,
  'scheduled_message.updated': true,
  'scheduled_message.deleted': true,
  'outgoing_webhook.disabled': true,
  'commands.updated': true,
  'interaction.created': true,
  'interaction.responded': true,
  'interaction.ended': true,
  'access.revoked': true,
};

/** `frameAt` writes the type first. A frame that begins in another way is parsed. */
const FRAME_WITHOUT_CHANGE = new RegExp(
  `^\\{"type":"(?:${Object.keys(WITHOUT_CHANGE).join('|').replaceAll('.', '\\.')})"`,
);

/** How a frame of the log changes who may read its stream, or null. Frames that change nothing are not parsed. */
export function audienceChangeIn(frame: string, streamId: string): AudienceChange | null {
  if (FRAME_WITHOUT_CHANGE.test(frame)) return null;
  // The log holds nothing but events. A type that only a newer node knows reaches `failClosed`.
  return audienceChangeOf(JSON.parse(frame) as AudienceEvent, streamId);
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
