import { streamIdOf } from '../events/frames.js';
import type { AnyChannel, Channel, DirectMessage, Event, User } from '../service.js';
import { changeOne, idOf, put, recordIn, withoutId } from './lists.js';
import { profileIn } from './me.js';
import { type SingleResource, single, withItemsOfNoStream } from './resource.js';
import type { Change, Reducer } from './view.js';

/**
 * Whether a channel is private, or an override denies some members to read it. Its events are in no other stream than its
 * own. A record in an event from before there were overrides has none.
 */
export function isClosed({
  isPrivate,
  permissionOverrides,
}: Pick<Channel, 'isPrivate'> & Partial<Pick<Channel, 'permissionOverrides'>>): boolean {
  return isPrivate || !!permissionOverrides?.some(({ permission, allow }) => permission === 'read' && !allow);
}

/** `channels.list`. It follows the stream of each closed channel in the list. */
export interface ChannelList {
  readonly items: readonly Channel[];
  readonly serverId: string;
  /** The user who read the list. */
  readonly userId: string;
}

export const reduceChannelList: Reducer<ChannelList> = (list, event) => {
  switch (event.type) {
    case 'channel.created':
      return withCreated(list, event);
    case 'channel.deleted':
      return without(list, event.data.id);
    case 'channel.hidden':
      // Only an answer can tell whether the user is in the channel and still sees it.
      return { ...without(list, event.data.id), stale: true };
    case 'access.revoked': {
      const { channelId } = event.data;
      // A channel that has been opened since is in reach again.
      return channelId === null || isOpen(list, channelId) ? null : without(list, channelId);
    }
    case 'member.left':
      // Only a closed channel is followed in its own stream. A private one is seen by its members alone; of another, only an
      // answer can tell.
      if (event.data.userId === list.userId && event.data.channelId === streamIdOf(event)) {
        return { ...without(list, event.data.channelId), stale: true };
      }
      break;
    case 'member.updated':
      // With another role they may see other channels.
      if (event.data.userId === list.userId) return { state: list, stale: true };
      break;
    case 'channel.updated':
      // From here on the server's stream has the changes; which of them the list includes, only an answer can tell.
      if (!isClosed(event.data) && streamIdOf(event) === event.data.id) {
        const updated = recordIn(event.data);
        const items = changeOne(list.items, updated.id, () => updated);
        return { state: { ...list, items: items ?? list.items }, unfollow: [updated.id], stale: true };
      }
  }
  const update = updateOf(event);
  const items = update && changeOne(list.items, update.id, update.to);
  return items && { state: { ...list, items } };
};

/** The channels of a server that the person sees. */
export const channelsOf = (serverId: string): SingleResource<ChannelList> =>
  single({
    key: `channels/${serverId}`,
    of: serverId,
    ask: (api) => api.channels.list.query({ serverId }),
    begin: (items, userId) => ({ items, serverId, userId }),
    reduce: reduceChannelList,
    complete: (view, { client }) =>
      withItemsOfNoStream(view, view.state.items.filter(isClosed), (channelId) =>
        client.snapshot((api) => api.channels.get.query({ serverId, channelId })),
      ),
  });

/** `channels.get`; null after the channel is deleted. */
export const reduceChannel: Reducer<Channel | null> = (channel, event) => {
  if (event.type === 'channel.deleted' && event.data.id === channel?.id) return { state: null };
  const update = updateOf(event);
  return channel && update?.id === channel.id ? { state: update.to(channel) } : null;
};

/** `channels.getById` and `dms.get`, as the user who read it sees it. */
export interface ChannelView<Seen extends AnyChannel> {
  readonly channel: Seen | null;
  readonly userId: string;
}

export function reduceChannelView<Seen extends AnyChannel>(
  view: ChannelView<Seen>,
  event: Event,
): Change<ChannelView<Seen>> | null {
  const { channel } = view;
  if (channel === null) return null;
  const user = profileIn(event);
  if (user) {
    const dm = withProfile(channel, user, view.userId);
    return dm && { state: { ...view, channel: dm } };
  }
  const change = reduceChannel(channel, event);
  // The stored record of an update has no `members`, which never change.
  return (
    change && { ...change, state: { ...view, channel: change.state && { ...channel, ...change.state } } }
  );
}

/** A channel of a server, or a direct message. */
export const channel = (channelId: string): SingleResource<ChannelView<AnyChannel>> =>
  single({
    key: `channel/${channelId}`,
    of: channelId,
    ask: (api) => api.channels.getById.query({ channelId }),
    begin: (found, userId) => ({ channel: found, userId }),
    reduce: reduceChannelView<AnyChannel>,
  });

/** `dms.list`. */
export interface DmList {
  readonly items: readonly DirectMessage[];
  /** The user who read the list. */
  readonly userId: string;
}

/** No event changes a direct message that is in the list, but its people are called otherwise. */
export const reduceDmList: Reducer<DmList> = (list, event) => {
  const user = profileIn(event);
  if (user) {
    const items = list.items.map((dm) => withProfile(dm, user, list.userId) ?? dm);
    return { state: { ...list, items } };
  }
  if (event.type !== 'channel.created' || !event.data.isDm) return null;
  const { streamId, seq, since, members, ...dm } = event.data;
  return { state: { ...list, items: put(list.items, { ...dm, members: members ?? [] }, idOf) } };
};

export const dms: SingleResource<DmList> = /* @__PURE__ */ single({
  key: 'dms',
  ask: (api) => api.dms.list.query(),
  begin: (items, userId) => ({ items, userId }),
  reduce: reduceDmList,
});

/** A direct message after one of its people has changed their profile; null where they are not in it. */
function withProfile<Seen extends AnyChannel>(channel: Seen, user: User, viewerId: string): Seen | null {
  const members = channel.members && changeOne(channel.members, user.id, () => user);
  return members && { ...channel, ...namesOf(members, viewerId), members };
}

/** The names of a direct message for one of its members (docs/reference.md, Direct message). */
function namesOf(members: readonly User[], viewerId: string): Pick<Channel, 'name' | 'displayName'> {
  const others = withoutId(members, viewerId);
  const usernames = others.map(({ username }) => username.toLowerCase().replaceAll('.', '-')).join('-');
  const displayNames = [...others.map(({ displayName }) => displayName).join(', ')];
  return { name: usernames.slice(0, 32), displayName: displayNames.slice(0, 100).join('') };
}

function withCreated(
  list: ChannelList,
  { data }: Extract<Event, { type: 'channel.created' }>,
): Change<ChannelList> | null {
  const { streamId, seq, since, members, ...channel } = data;
  if (channel.serverId !== list.serverId) return null;
  // A closed channel that is in the list as open has become so since, or is about to be hidden by the server's stream.
  if (isClosed(channel) && isOpen(list, channel.id)) return null;
  const state = { ...list, items: put(list.items, channel, idOf) };
  return isClosed(channel) ? { state, follow: { [channel.id]: since } } : { state, unfollow: [channel.id] };
}

function isOpen({ items }: ChannelList, channelId: string): boolean {
  return items.some((channel) => channel.id === channelId && !isClosed(channel));
}

function without(list: ChannelList, channelId: string): Change<ChannelList> {
  const items = withoutId(list.items, channelId);
  return { state: { ...list, items }, unfollow: [channelId] };
}

interface Update {
  readonly id: string;
  readonly to: (channel: Channel) => Channel;
}

function updateOf(event: Event): Update | null {
  switch (event.type) {
    case 'channel.updated': {
      const updated = recordIn(event.data);
      return { id: updated.id, to: () => updated };
    }
    case 'member.joined':
    case 'member.left': {
      const { channelId, memberCount } = event.data;
      return channelId === null ? null : { id: channelId, to: (old) => ({ ...old, memberCount }) };
    }
    default:
      return null;
  }
}
