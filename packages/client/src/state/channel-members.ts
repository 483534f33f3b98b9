import { streamIdOf } from '../events/frames.js';
import type { ChannelMember, User } from '../service.js';
import { changeOne, idOf, put, withoutId } from './lists.js';
import { profileIn } from './me.js';
import { type SingleResource, single } from './resource.js';
import type { Reducer } from './view.js';

/** How many members a channel shows before it is asked for all: a page of the service. */
const NEWEST = 100;

/** `channels.members`, newest account first. */
export interface ChannelMembers {
  readonly channelId: string;
  readonly users: readonly ChannelMember[];
  /** Whether it has all members. */
  readonly isWhole: boolean;
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
      const { user, channelId, joinedAt } = event.data;
      if (!inChannel) return channelId === null ? { state: withProfile(state, user) } : null;
      const users = put(state.users, { ...(state.profiles[user.id] ?? user), joinedAt }, idOf);
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

/** All members of a channel: of a large one as many as there are. */
export const membersOfChannel = (channelId: string): SingleResource<ChannelMembers> =>
  single({
    key: `channel-members/${channelId}`,
    of: channelId,
    ask: (api) => api.channels.membersById.query({ channelId }),
    begin: (users) => ({ channelId, users, isWhole: true, profiles: {} }),
    reduce: reduceChannelMembers,
  });

/** The newest 100 of the members of a channel, and whoever joins later. */
export const newestMembersOf = (channelId: string): SingleResource<ChannelMembers> =>
  single({
    key: `newest-members/${channelId}`,
    of: channelId,
    ask: (api) => api.channels.membersById.query({ channelId, limit: NEWEST }),
    begin: (users) => ({ channelId, users, isWhole: users.length < NEWEST, profiles: {} }),
    reduce: reduceChannelMembers,
  });

function withProfile(state: ChannelMembers, user: User): ChannelMembers {
  const users = changeOne(state.users, user.id, ({ joinedAt }) => ({ ...user, joinedAt }));
  return { ...state, users: users ?? state.users, profiles: { ...state.profiles, [user.id]: user } };
}
