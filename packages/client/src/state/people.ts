import { streamIdOf } from '../events/frames.js';
import type { Event, Favorites, MailPreferences, Me, NotificationPreference, User } from '../service.js';
import { changeOne, idOf, put, recordIn, withoutId } from './lists.js';
import type { Reducer } from './view.js';

/** `channels.members`, newest account first. */
export interface ChannelMembers {
  readonly channelId: string;
  readonly users: readonly User[];
  /** By user id, the latest profile received in the server's stream. Empty for a fresh answer. */
  readonly profiles: Readonly<Record<string, User>>;
}

/**
 * The channel's stream says who is a member, the server's stream brings the profiles. The two streams are not ordered
 * among each other, so a profile from the server's stream also applies to a user who joins the channel later.
 */
export const reduceChannelMembers: Reducer<ChannelMembers> = (state, event) => {
  const inChannel = streamIdOf(event) === state.channelId;
  switch (event.type) {
    case 'member.joined': {
      const { user, channelId } = event.data;
      if (!inChannel) return channelId === null ? { state: withProfile(state, user) } : null;
      const users = put(state.users, state.profiles[user.id] ?? user, idOf);
      return { state: { ...state, users } };
    }
    case 'member.left':
      if (!inChannel) return null;
      return { state: { ...state, users: withoutId(state.users, event.data.userId) } };
    case 'user.updated':
    case 'me.updated': {
      const user = profileIn(event);
      return user && { state: withProfile(state, user) };
    }
    default:
      return null;
  }
};

/** The public profile that an event brings: of another user, or the reader's own. */
export function profileIn(event: Event): User | null {
  if (event.type === 'user.updated') {
    const user = recordIn(event.data);
    return user;
  }
  if (event.type !== 'me.updated') return null;
  // Field by field, so that a new one of the account that others do not see stays out.
  const { id, username, displayName, status, statusEmoji, statusExpiresAt, dndUntil } = event.data;
  const { bot, createdAt, avatarPath, metadata, deleted } = event.data;
  const names = { id, username, displayName, status, statusEmoji, statusExpiresAt, dndUntil };
  return { ...names, bot, createdAt, avatarPath, metadata, deleted };
}

function withProfile(state: ChannelMembers, user: User): ChannelMembers {
  const users = changeOne(state.users, user.id, () => user);
  return { ...state, users: users ?? state.users, profiles: { ...state.profiles, [user.id]: user } };
}

/** `favorites.list`. */
export const reduceFavorites: Reducer<Favorites> = (_favorites, { type, data }) =>
  type === 'favorites.updated' ? { state: { channelIds: data.channelIds } } : null;

/** `users.me`. */
export const reduceMe: Reducer<Me> = (_me, event) => {
  if (event.type !== 'me.updated') return null;
  const state = recordIn(event.data);
  return { state };
};

/** `notificationPreferences.getForServer` and `getForChannel`. */
export const reducePreference: Reducer<NotificationPreference> = (preference, event) => {
  if (event.type !== 'preference.updated') return null;
  const updated = recordIn(event.data);
  const isSame = updated.serverId === preference.serverId && updated.channelId === preference.channelId;
  return isSame ? { state: updated } : null;
};

/** `mailPreferences.get`. */
export const reduceMailPreferences: Reducer<MailPreferences> = (_preferences, event) => {
  if (event.type !== 'mail_preferences.updated') return null;
  const state = recordIn(event.data);
  return { state };
};
