import type { PalaverApi } from '../client.js';
import type {
  AnyChannel,
  ChannelGroup,
  Draft,
  Favorites,
  Me,
  Message,
  Notification,
  NotificationPreference,
  ScheduledMessage,
  ServerEmoji,
  ServerMember,
  UserGroup,
} from '../service.js';
import {
  type ChannelList,
  type ChannelView,
  type DmList,
  isClosed,
  reduceChannelList,
  reduceChannelView,
  reduceDmList,
} from '../state/channels.js';
import { reduceDrafts, reduceScheduledMessages } from '../state/drafts.js';
import { idOf } from '../state/lists.js';
import { reduceMessage, reduceMessagePage, reducePins } from '../state/messages.js';
import { reduceNotifications } from '../state/notifications.js';
import {
  type ChannelMembers,
  reduceChannelMembers,
  reduceFavorites,
  reduceMe,
  reducePreference,
} from '../state/people.js';
import {
  reduceEmojiList,
  reduceGroupList,
  reduceServerList,
  reduceServerMemberPage,
  type ServerList,
} from '../state/servers.js';
import { reduceUnread, type UnreadList } from '../state/unread.js';
import { reduceUserGroupList } from '../state/user-groups.js';
import type { Reducer, View } from '../state/view.js';
import type { ListResource, PageRequest, ReadTools, SingleResource } from './resource.js';

interface SingleOf<Answer, State> {
  readonly key: string;
  readonly of?: string;
  readonly ask: (api: PalaverApi) => Promise<Answer>;
  readonly begin: (answer: Answer, userId: string) => State;
  readonly reduce: Reducer<State>;
  /** Adds the positions of streams that the header had no room for. */
  readonly complete?: (view: View<State>, tools: ReadTools) => Promise<View<State>>;
}

function single<Answer, State>(given: SingleOf<Answer, State>): SingleResource<State> {
  const { key, of = null, ask, begin, reduce, complete = async (view) => view } = given;
  return {
    kind: 'single',
    key,
    of,
    reduce,
    read: async (tools) => {
      const userId = await tools.userId();
      const { state, cursors } = await tools.client.snapshot(ask);
      return complete({ state: begin(state, userId), cursors }, tools);
    },
  };
}

/** An answer that is the state itself. */
function plain<State>(given: Omit<SingleOf<State, State>, 'begin'>): SingleResource<State> {
  return single({ ...given, begin: (answer) => answer });
}

/** Who the person is: the one read that does not wait for that. */
export const me: SingleResource<Me> = {
  kind: 'single',
  key: 'me',
  of: null,
  mustBeRead: true,
  read: ({ client }) => client.snapshot((api) => api.users.me.query()),
  reduce: reduceMe,
};

export const servers: SingleResource<ServerList> = single({
  key: 'servers',
  ask: (api) => api.servers.list.query(),
  begin: (items, userId) => ({ items, userId }),
  reduce: reduceServerList,
  complete: (view, { client }) =>
    withItemsOfNoStream(view, view.state.items, (serverId) =>
      client.snapshot((api) => api.servers.get.query({ serverId })),
    ),
});

export const dms: SingleResource<DmList> = single({
  key: 'dms',
  ask: (api) => api.dms.list.query(),
  begin: (items, userId) => ({ items, userId }),
  reduce: reduceDmList,
});

/** What is unread in all channels. */
export const unread: SingleResource<UnreadList> = single({
  key: 'unread',
  ask: (api) => api.readState.list.query(),
  begin: (items, userId) => ({ items, of: null, userId }),
  reduce: reduceUnread,
  complete: async (view) => {
    const positions = view.state.items.map(({ channelId, channelSeq }) => [channelId, channelSeq] as const);
    return { ...view, cursors: { ...Object.fromEntries(positions), ...view.cursors } };
  },
});

export const drafts: SingleResource<readonly Draft[]> = plain({
  key: 'drafts',
  ask: (api) => api.drafts.list.query(),
  reduce: reduceDrafts,
});

export const scheduledMessages: SingleResource<readonly ScheduledMessage[]> = plain({
  key: 'scheduled',
  ask: (api) => api.scheduledMessages.list.query(),
  reduce: reduceScheduledMessages,
});

/** The channels that the person has marked. */
export const favorites: SingleResource<Favorites> = plain({
  key: 'favorites',
  ask: (api) => api.favorites.list.query(),
  reduce: reduceFavorites,
});

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

export const groupsOf = (serverId: string): SingleResource<readonly ChannelGroup[]> =>
  plain({
    key: `groups/${serverId}`,
    of: serverId,
    ask: (api) => api.groups.list.query({ serverId }),
    reduce: reduceGroupList,
  });

/** A channel of a server, or a direct message. */
export const channel = (channelId: string): SingleResource<ChannelView<AnyChannel>> =>
  single({
    key: `channel/${channelId}`,
    of: channelId,
    ask: (api) => api.channels.getById.query({ channelId }),
    begin: (found, userId) => ({ channel: found, userId }),
    reduce: reduceChannelView<AnyChannel>,
  });

/** The emoji that a server has made itself, newest first. */
export const emojiOf = (serverId: string): SingleResource<readonly ServerEmoji[]> =>
  plain({
    key: `emoji/${serverId}`,
    of: serverId,
    ask: (api) => api.emoji.list.query({ serverId }),
    reduce: reduceEmojiList,
  });

/** The groups of people that can be mentioned in a server. */
export const userGroupsOf = (serverId: string): SingleResource<readonly UserGroup[]> =>
  plain({
    key: `user-groups/${serverId}`,
    of: serverId,
    ask: (api) => api.userGroups.list.query({ serverId }),
    reduce: reduceUserGroupList,
  });

export const membersOfChannel = (channelId: string): SingleResource<ChannelMembers> =>
  single({
    key: `channel-members/${channelId}`,
    of: channelId,
    ask: (api) => api.channels.membersById.query({ channelId }),
    begin: (users) => ({ channelId, users, profiles: {} }),
    reduce: reduceChannelMembers,
  });

export const preferenceOfServer = (serverId: string): SingleResource<NotificationPreference> =>
  plain({
    key: `preference/${serverId}`,
    of: serverId,
    ask: (api) => api.notificationPreferences.getForServer.query({ serverId }),
    reduce: reducePreference,
  });

export const preferenceOfChannel = (channelId: string): SingleResource<NotificationPreference> =>
  plain({
    key: `channel-preference/${channelId}`,
    of: channelId,
    ask: (api) => api.notificationPreferences.getForChannelById.query({ channelId }),
    reduce: reducePreference,
  });

export const pinsOf = (channelId: string): SingleResource<readonly Message[]> =>
  plain({
    key: `pins/${channelId}`,
    of: channelId,
    ask: (api) => api.messages.pins.query({ channelId }),
    reduce: reducePins,
  });

/** One message, such as the first one of a thread; null after it is deleted. */
export const message = (messageId: string, channelId: string): SingleResource<Message | null> =>
  plain({
    key: `message/${messageId}`,
    of: channelId,
    ask: (api) => api.messages.get.query({ messageId }),
    reduce: reduceMessage,
  });

interface ListOf<Item> extends Omit<ListResource<Item>, 'kind' | 'read'> {
  readonly ask: (api: PalaverApi, page: PageRequest) => Promise<Item[]>;
}

function list<Item>({ ask, ...given }: ListOf<Item>): ListResource<Item> {
  const read: ListResource<Item>['read'] = ({ client }, page) => client.snapshot((api) => ask(api, page));
  return { kind: 'list', ...given, read };
}

/** The history of a channel. */
export const messagesOf = (channelId: string): ListResource<Message> =>
  list({
    key: `messages/${channelId}`,
    of: channelId,
    ask: (api, page) => api.messages.list.query({ channelId, ...page }),
    reduce: (page, event) => reduceMessagePage({ ...page, threadId: null }, event),
    idOf,
  });

/** The replies of a thread, which its first message names. */
export const repliesOf = (threadId: string, channelId: string): ListResource<Message> =>
  list({
    key: `thread/${threadId}`,
    of: channelId,
    ask: (api, page) => api.messages.thread.query({ messageId: threadId, ...page }),
    reduce: (page, event) => reduceMessagePage({ ...page, threadId }, event),
    idOf,
  });

export const membersOf = (serverId: string): ListResource<ServerMember> =>
  list({
    key: `members/${serverId}`,
    of: serverId,
    ask: (api, { around, ...page }) => api.servers.members.query({ serverId, ...page }),
    reduce: reduceServerMemberPage,
    idOf: ({ user }) => user.id,
  });

/** The inbox. */
export const notifications: ListResource<Notification> = list({
  key: 'notifications',
  of: null,
  ask: (api, { around, ...page }) => api.notifications.list.query(page),
  reduce: reduceNotifications,
  idOf,
});

/** Reads again each item whose stream the header of the list had no room for (docs/state.md, The header). */
async function withItemsOfNoStream<
  Item extends { readonly id: string },
  State extends { readonly items: readonly Item[] },
>(
  view: View<State>,
  items: readonly Item[],
  read: (id: string) => Promise<View<Item>>,
): Promise<View<State>> {
  const fresh = new Map<string, Item>();
  let { cursors } = view;
  for (const { id } of items) {
    if (id in cursors) continue;
    // One that is refused has gone since: the list must be read again.
    const found = await read(id).catch((error: unknown) => {
      throw new Error('changed', { cause: error });
    });
    fresh.set(id, found.state);
    cursors = { ...cursors, ...found.cursors };
  }
  const state = { ...view.state, items: view.state.items.map((item) => fresh.get(item.id) ?? item) };
  return { ...view, state, cursors };
}
