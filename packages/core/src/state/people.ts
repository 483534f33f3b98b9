import type { NotificationPreference } from '../protocol/records/notification-preference.js';
import type { Me, User } from '../protocol/records/user.js';
import { change, put } from './lists.js';
import { type Reducer, streamIdOf } from './view.js';

/** `channels.members`: who they are, newest account first. */
export interface ChannelMembers {
  readonly channelId: string;
  readonly users: readonly User[];
  /** The latest profiles that the server's stream has told, by id; none to begin with. */
  readonly profiles: Readonly<Record<string, User>>;
}

/**
 * Who is in the channel is told by its stream, and their profiles by the server's. Which of the two comes first is not
 * certain, so what the server's stream has told of someone holds also when they come in later.
 */
export const channelMembers: Reducer<ChannelMembers> = (state, event) => {
  const inChannel = streamIdOf(event) === state.channelId;
  switch (event.type) {
    case 'member.joined': {
      const { user } = event.data;
      if (!inChannel) return event.data.channelId === null ? { state: withProfile(state, user) } : null;
      return {
        state: { ...state, users: put(state.users, state.profiles[user.id] ?? user, ({ id }) => id) },
      };
    }
    case 'member.left':
      if (!inChannel) return null;
      return { state: { ...state, users: state.users.filter(({ id }) => id !== event.data.userId) } };
    case 'user.updated': {
      const { streamId, seq, ...user } = event.data;
      return { state: withProfile(state, user) };
    }
    default:
      return null;
  }
};

function withProfile(state: ChannelMembers, user: User): ChannelMembers {
  const users = change(
    state.users,
    ({ id }) => id === user.id,
    () => user,
  );
  return { ...state, users: users ?? state.users, profiles: { ...state.profiles, [user.id]: user } };
}

/** `users.me`. */
export const me: Reducer<Me> = (_state, event) => {
  if (event.type !== 'me.updated') return null;
  const { streamId, seq, ...state } = event.data;
  return { state };
};

/** `notificationPreferences.getForServer` and `getForChannel`. */
export const preference: Reducer<NotificationPreference> = (state, event) => {
  if (event.type !== 'preference.updated') return null;
  const { streamId, seq, ...updated } = event.data;
  const same = updated.serverId === state.serverId && updated.channelId === state.channelId;
  return same ? { state: updated } : null;
};
