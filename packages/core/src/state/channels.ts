import type { Event } from '../protocol/events.js';
import type { Channel } from '../protocol/records/channel.js';
import { change, type Page, put } from './lists.js';
import { type Change, type Reducer, streamIdOf } from './view.js';

/** `channels.list`. Private channels are followed in their own streams, for as long as they are in the list. */
export interface ChannelPage extends Page<Channel> {
  readonly serverId: string;
  /** Whose list it is. */
  readonly userId: string;
}

export const channelPage: Reducer<ChannelPage> = (page, event) => {
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
      // Who is out of a private channel sees it no longer; of a public one there is one fewer in it.
      if (event.data.userId === page.userId && event.data.channelId === streamIdOf(event)) {
        return without(page, event.data.channelId);
      }
  }
  const changed = changedBy(event);
  const items = changed && change(page.items, ({ id }) => id === changed.id, changed.to);
  return items && { state: { ...page, items } };
};

/** `channels.get`; null once it is deleted. */
export const channel: Reducer<Channel | null> = (state, event) => {
  if (event.type === 'channel.deleted' && event.data.id === state?.id) return { state: null };
  const changed = changedBy(event);
  return state && changed?.id === state.id ? { state: changed.to(state) } : null;
};

/** `dms.list`: nothing about a direct message ever changes. */
export const dmPage: Reducer<Page<Channel>> = (page, event) => {
  if (event.type !== 'channel.created' || !event.data.isDm || !page.newest) return null;
  const { streamId, seq, since, ...dm } = event.data;
  return { state: { ...page, items: put(page.items, dm, ({ id }) => id) } };
};

function without(page: ChannelPage, channelId: string): Change<ChannelPage> {
  const items = page.items.filter(({ id }) => id !== channelId);
  return { state: { ...page, items }, unfollow: [channelId] };
}

interface Changed {
  readonly id: string;
  readonly to: (channel: Channel) => Channel;
}

function changedBy(event: Event): Changed | null {
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
