import type { Cursors } from '@palaver/client';
import type { AnyChannel, ChannelGroup, DirectMessage, Event, Message } from '@palaver/core';
import type { Caller, TestUser } from '@palaver/core/testing';
import {
  applyEvent,
  type Page,
  parseStreamSeq,
  type Reducer,
  reduceChannel,
  reduceChannelList,
  reduceChannelMembers,
  reduceChannelView,
  reduceDmList,
  reduceGroupList,
  reduceMe,
  reduceMessage,
  reduceMessagePage,
  reducePreference,
  reduceServer,
  reduceServerList,
  reduceServerMemberPage,
  type View,
} from '../../src/state/index.js';

/** One kind of read: the request, the state made from its answer, and the reducer of that state. */
interface Read<Answer, State> {
  readonly procedure: string;
  /** Where a procedure is read in more than one way. */
  readonly variant?: string;
  readonly ask: (call: Caller) => Promise<Answer>;
  readonly begin: (answer: Answer) => State;
  readonly reduce: Reducer<State>;
  /** The part of the state that must equal that of a fresh answer. */
  readonly compared: (state: State) => unknown;
}

/** One user's view of one answer, to which events are applied. */
export interface Observer {
  /** The procedure, and the variant if it has one. */
  readonly read: string;
  readonly userId: string;
  readonly cursors: Cursors;
  readonly compared: unknown;
  /** Whether the answer must be read again. */
  readonly stale: boolean;
  apply(event: Event): void;
  /** A new observer from the same read now; null when the service refuses it. */
  refresh(): Promise<Observer | null>;
}

const LIMIT = 100;

/** Observes everything that someone can read now. Other people act at the same time, so reads may be refused. */
export async function observeAll(someone: TestUser): Promise<Observer[]> {
  const { id: userId, call } = someone;
  const general = [meRead(), serversRead(userId), dmsRead(userId)].map((begin) => begin(someone));
  const servers = await call.servers.list();
  const inServers = servers.flatMap(({ id }) => serverReads(userId, id)).map((begin) => begin(someone));
  const found = await Promise.all(
    servers.map(({ id }) => call.channels.list({ serverId: id }).catch(() => [])),
  );
  const inChannels: Array<Promise<Observer | null>> = [];
  for (const { id, serverId } of [...found.flat(), ...(await call.dms.list())]) {
    const list = await call.messages.list({ channelId: id, limit: 3 }).catch(() => []);
    const older = list.slice(0, 1).map((it) => olderMessages(it));
    const reads = [
      ...channelReads(userId, id, serverId),
      ...older,
      ...list.flatMap((it) => messageReads(it)),
    ];
    inChannels.push(...reads.map((begin) => begin(someone)));
  }
  const observers = await Promise.all([...general, ...inServers, ...inChannels]);
  return observers.filter((observer) => observer !== null);
}

type Begin = (someone: TestUser) => Promise<Observer | null>;

function reading<Answer, State>(read: Read<Answer, State>): Begin {
  return async (someone) => {
    const { call, replyHeaders } = someone.withKey('reading');
    const answer = await read.ask(call).catch(() => null);
    if (answer === null) return null;
    const cursors = parseStreamSeq(replyHeaders.get('Stream-Seq'));
    return observing(read, someone, { state: read.begin(answer), cursors });
  };
}

function observing<Answer, State>(
  read: Read<Answer, State>,
  someone: TestUser,
  first: View<State>,
): Observer {
  let view = first;
  return {
    read: [read.procedure, read.variant ?? []].flat().join(', '),
    userId: someone.id,
    get cursors() {
      return view.cursors;
    },
    get compared() {
      return read.compared(view.state);
    },
    get stale() {
      return view.stale ?? false;
    },
    apply: (event) => {
      view = applyEvent(view, event, read.reduce);
    },
    refresh: () => reading(read)(someone),
  };
}

const same = <T>(state: T): T => state;
const newest = <Item>(items: Item[]): Page<Item> => ({ items, newest: true });
const itemsOf = ({ items }: Pick<Page<unknown>, 'items'>) => items;
/** The author's profile in a message is a copy that no event updates: `docs/state.md`. */
const withoutProfile = (it: Message) => ({ ...it, user: it.user.id });

const meRead = () =>
  reading({
    procedure: 'users.me',
    ask: (call) => call.users.me(),
    begin: same,
    reduce: reduceMe,
    compared: same,
  });
const serversRead = (userId: string) =>
  reading({
    procedure: 'servers.list',
    ask: (call) => call.servers.list(),
    begin: (items) => ({ items, userId }),
    reduce: reduceServerList,
    compared: itemsOf,
  });
const dmsRead = (userId: string) =>
  reading({
    procedure: 'dms.list',
    ask: (call) => call.dms.list(),
    begin: (items) => ({ items, userId }),
    reduce: reduceDmList,
    compared: ({ items }) => items,
  });

const serverReads = (userId: string, serverId: string): Begin[] => [
  reading({
    procedure: 'servers.get',
    ask: (call) => call.servers.get({ serverId }),
    begin: same,
    reduce: reduceServer,
    compared: same,
  }),
  reading({
    procedure: 'servers.members',
    ask: (call) => call.servers.members({ serverId, limit: LIMIT }),
    begin: newest,
    reduce: reduceServerMemberPage,
    compared: itemsOf,
  }),
  reading({
    procedure: 'groups.list',
    ask: (call) => call.groups.list({ serverId }),
    begin: same<readonly ChannelGroup[]>,
    reduce: reduceGroupList,
    compared: same,
  }),
  reading({
    procedure: 'channels.list',
    ask: (call) => call.channels.list({ serverId }),
    begin: (items) => ({ items, serverId, userId }),
    reduce: reduceChannelList,
    compared: itemsOf,
  }),
  reading({
    procedure: 'notificationPreferences.getForServer',
    ask: (call) => call.notificationPreferences.getForServer({ serverId }),
    begin: same,
    reduce: reducePreference,
    compared: same,
  }),
];

const channelReads = (userId: string, channelId: string, serverId: string | null): Begin[] => [
  reading({
    procedure: 'channels.getById',
    ask: (call) => call.channels.getById({ channelId }),
    begin: (channel) => ({ channel, userId }),
    reduce: reduceChannelView<AnyChannel>,
    compared: ({ channel }) => channel,
  }),
  reading({
    procedure: 'channels.membersById',
    ask: (call) => call.channels.membersById({ channelId }),
    begin: (users) => ({ channelId, users, profiles: {} }),
    reduce: reduceChannelMembers,
    compared: ({ users }) => users,
  }),
  reading({
    procedure: 'notificationPreferences.getForChannelById',
    ask: (call) => call.notificationPreferences.getForChannelById({ channelId }),
    begin: same,
    reduce: reducePreference,
    compared: same,
  }),
  reading({
    procedure: 'messages.list',
    ask: (call) => call.messages.list({ channelId, limit: LIMIT }),
    begin: (items) => ({ ...newest(items), threadId: null }),
    reduce: reduceMessagePage,
    compared: ({ items }) => items.map(withoutProfile),
  }),
  ...(serverId === null ? dmReads(userId, channelId) : serverChannelReads(channelId, serverId)),
];

const dmReads = (userId: string, channelId: string): Begin[] => [
  reading({
    procedure: 'dms.get',
    ask: (call) => call.dms.get({ channelId }),
    begin: (channel) => ({ channel, userId }),
    reduce: reduceChannelView<DirectMessage>,
    compared: ({ channel }) => channel,
  }),
  reading({
    procedure: 'dms.members',
    ask: (call) => call.dms.members({ channelId }),
    begin: (users) => ({ channelId, users, profiles: {} }),
    reduce: reduceChannelMembers,
    compared: ({ users }) => users,
  }),
  reading({
    procedure: 'notificationPreferences.getForDm',
    ask: (call) => call.notificationPreferences.getForDm({ channelId }),
    begin: same,
    reduce: reducePreference,
    compared: same,
  }),
];

const serverChannelReads = (channelId: string, serverId: string): Begin[] => [
  reading({
    procedure: 'channels.get',
    ask: (call) => call.channels.get({ serverId, channelId }),
    begin: same,
    reduce: reduceChannel,
    compared: same,
  }),
  reading({
    procedure: 'channels.members',
    ask: (call) => call.channels.members({ serverId, channelId }),
    begin: (users) => ({ channelId, users, profiles: {} }),
    reduce: reduceChannelMembers,
    compared: ({ users }) => users,
  }),
  reading({
    procedure: 'notificationPreferences.getForChannel',
    ask: (call) => call.notificationPreferences.getForChannel({ serverId, channelId }),
    begin: same,
    reduce: reducePreference,
    compared: same,
  }),
];

/** The page before a message. It is not full, so a deletion brings no older message into it. */
const olderMessages = ({ channelId, id: before }: Message): Begin =>
  reading({
    procedure: 'messages.list',
    variant: 'an older page',
    ask: (call) => call.messages.list({ channelId, before, limit: LIMIT }),
    begin: (items) => ({ items, newest: false, threadId: null }),
    reduce: reduceMessagePage,
    compared: ({ items }) => items.map(withoutProfile),
  });

const messageReads = ({ id: messageId }: Message): Begin[] => [
  reading({
    procedure: 'messages.get',
    ask: (call) => call.messages.get({ messageId }),
    begin: same,
    reduce: reduceMessage,
    compared: (it) => it && withoutProfile(it),
  }),
  reading({
    procedure: 'messages.thread',
    ask: (call) => call.messages.thread({ messageId, limit: LIMIT }),
    begin: (items) => ({ ...newest(items), threadId: messageId }),
    reduce: reduceMessagePage,
    compared: ({ items }) => items.map(withoutProfile),
  }),
];
