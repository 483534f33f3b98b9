import type { Channel, Event } from '@palaver/core';
import { streamIdOf } from '../events/frames.js';
import { change, put } from './lists.js';
import type { Change, Reducer } from './view.js';

/** `channels.list`. It follows the stream of each private channel in the list. */
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
      // A channel that has become public since is in reach again.
      return channelId === null || isPublic(list, channelId) ? null : without(list, channelId);
    }
    case 'member.left':
      // Only a private channel is followed in its own stream, and only its members see it.
      if (event.data.userId === list.userId && event.data.channelId === streamIdOf(event)) {
        return without(list, event.data.channelId);
      }
      break;
    case 'channel.updated':
      // From here on the server's stream has the changes; which of them the list includes, only an answer can tell.
      if (!event.data.isPrivate && streamIdOf(event) === event.data.id) {
        const { streamId, seq, ...updated } = event.data;
        const items = change(
          list.items,
          ({ id }) => id === updated.id,
          () => updated,
        );
        return { state: { ...list, items: items ?? list.items }, unfollow: [updated.id], stale: true };
      }
  }
  const update = updateOf(event);
  const items = update && change(list.items, ({ id }) => id === update.id, update.to);
  return items && { state: { ...list, items } };
};

/** `channels.get`; null after the channel is deleted. */
export const reduceChannel: Reducer<Channel | null> = (channel, event) => {
  if (event.type === 'channel.deleted' && event.data.id === channel?.id) return { state: null };
  const update = updateOf(event);
  return channel && update?.id === channel.id ? { state: update.to(channel) } : null;
};

/** `dms.list`. No event changes a direct message that is in the list. */
export const reduceDmList: Reducer<readonly Channel[]> = (dms, event) => {
  if (event.type !== 'channel.created' || !event.data.isDm) return null;
  const { streamId, seq, since, ...dm } = event.data;
  return { state: put(dms, dm, ({ id }) => id) };
};

function withCreated(
  list: ChannelList,
  { data }: Extract<Event, { type: 'channel.created' }>,
): Change<ChannelList> | null {
  const { streamId, seq, since, ...channel } = data;
  if (channel.serverId !== list.serverId) return null;
  // A private channel that is in the list as public has become so since, or is about to be hidden by the server's stream.
  if (channel.isPrivate && isPublic(list, channel.id)) return null;
  const state = { ...list, items: put(list.items, channel, ({ id }) => id) };
  return channel.isPrivate ? { state, follow: { [channel.id]: since } } : { state, unfollow: [channel.id] };
}

function isPublic({ items }: ChannelList, channelId: string): boolean {
  return items.some(({ id, isPrivate }) => id === channelId && !isPrivate);
}

function without(list: ChannelList, channelId: string): Change<ChannelList> {
  const items = list.items.filter(({ id }) => id !== channelId);
  return { state: { ...list, items }, unfollow: [channelId] };
}

interface Update {
  readonly id: string;
  readonly to: (channel: Channel) => Channel;
}

function updateOf(event: Event): Update | null {
  switch (event.type) {
    case 'channel.updated': {
      const { streamId, seq, ...updated } = event.data;
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
