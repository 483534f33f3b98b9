import type { Channel, Event } from '@palaver/core';
import { streamIdOf } from '../events/frames.js';
import { change, type Page, put } from './lists.js';
import type { Change, Reducer } from './view.js';

/** `channels.list`. It follows the stream of each private channel on the page. */
export interface ChannelPage extends Page<Channel> {
  readonly serverId: string;
  /** The user who read the page. */
  readonly userId: string;
}

export const reduceChannelPage: Reducer<ChannelPage> = (page, event) => {
  switch (event.type) {
    case 'channel.created': {
      const { streamId, seq, since, ...channel } = event.data;
      if (channel.serverId !== page.serverId || !page.newest) return null;
      const state = { ...page, items: put(page.items, channel, ({ id }) => id) };
      return { state, follow: channel.isPrivate ? { [channel.id]: since } : {} };
    }
    case 'channel.deleted':
      return without(page, event.data.id);
    case 'access.revoked':
      return event.data.channelId === null ? null : without(page, event.data.channelId);
    case 'member.left':
      // Only a private channel is followed in its own stream, and only its members see it.
      if (event.data.userId === page.userId && event.data.channelId === streamIdOf(event)) {
        return without(page, event.data.channelId);
      }
  }
  const update = updateOf(event);
  const items = update && change(page.items, ({ id }) => id === update.id, update.to);
  return items && { state: { ...page, items } };
};

/** `channels.get`; null after the channel is deleted. */
export const reduceChannel: Reducer<Channel | null> = (channel, event) => {
  if (event.type === 'channel.deleted' && event.data.id === channel?.id) return { state: null };
  const update = updateOf(event);
  return channel && update?.id === channel.id ? { state: update.to(channel) } : null;
};

/** `dms.list`. No event changes a direct message that is in the list. */
export const reduceDmPage: Reducer<Page<Channel>> = (page, event) => {
  if (event.type !== 'channel.created' || !event.data.isDm || !page.newest) return null;
  const { streamId, seq, since, ...dm } = event.data;
  return { state: { ...page, items: put(page.items, dm, ({ id }) => id) } };
};

function without(page: ChannelPage, channelId: string): Change<ChannelPage> {
  const items = page.items.filter(({ id }) => id !== channelId);
  return { state: { ...page, items }, unfollow: [channelId] };
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
