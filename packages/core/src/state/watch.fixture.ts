import type { Event } from '../protocol/events.js';
import type { Message } from '../protocol/records/message.js';
import type { Caller, Someone } from '../testing/world.js';
import { channel, channelPage, dmPage } from './channels.js';
import type { Page } from './lists.js';
import { message, messagePage } from './messages.js';
import { channelMembers, me, preference } from './people.js';
import { parsePlaces } from './places.js';
import { groupPage, server, serverMemberPage, serverPage } from './servers.js';
import { applyEvent, type Reducer, type View } from './view.js';

/** One kind of read: how it is asked for, what a client makes of the answer, and how that changes. */
interface Read<Answer, State> {
  readonly name: string;
  readonly ask: (call: Caller) => Promise<Answer>;
  readonly begin: (answer: Answer) => State;
  readonly reduce: Reducer<State>;
  /** The part of the state that is to equal a fresh one's. */
  readonly shown: (state: State) => unknown;
}

/** An answer that is kept true by events. */
export interface Watch {
  readonly name: string;
  readonly places: Readonly<Record<string, number>>;
  readonly shown: unknown;
  apply(event: Event): void;
  /** The same read now; null when it is refused. */
  again(): Promise<Watch | null>;
}

const LIMIT = 100;

/** Reads everything that someone can read at this moment, as far as nobody takes it away meanwhile. */
export async function watchAll(someone: Someone): Promise<Watch[]> {
  const { id: userId, call } = someone;
  const general = [meRead(), serversRead(userId), dmsRead()].map((begin) => begin(someone));
  const servers = await call.servers.list({ limit: LIMIT });
  const inServers = servers.flatMap(({ id }) => serverReads(userId, id)).map((begin) => begin(someone));
  const found = await Promise.all(
    servers.map(({ id }) => call.channels.list({ serverId: id, limit: LIMIT }).catch(() => [])),
  );
  const inChannels: Array<Promise<Watch | null>> = [];
  for (const { id, serverId } of [...found.flat(), ...(await call.dms.list({ limit: LIMIT }))]) {
    const list = await call.messages.list({ channelId: id, limit: 3 }).catch(() => []);
    const older = list.slice(0, 1).map((it) => olderMessages(it));
    const reads = [...channelReads(id, serverId), ...older, ...list.flatMap((it) => messageReads(it))];
    inChannels.push(...reads.map((begin) => begin(someone)));
  }
  const watches = await Promise.all([...general, ...inServers, ...inChannels]);
  return watches.filter((watch) => watch !== null);
}

type Begin = (someone: Someone) => Promise<Watch | null>;

function reading<Answer, State>(read: Read<Answer, State>): Begin {
  return async (someone) => {
    const { call, replyHeaders } = someone.withKey('reading');
    const answer = await read.ask(call).catch(() => null);
    if (answer === null) return null;
    const places = parsePlaces(replyHeaders.get('Stream-Seq'));
    return watching(read, someone, { state: read.begin(answer), places });
  };
}

function watching<Answer, State>(read: Read<Answer, State>, someone: Someone, first: View<State>): Watch {
  let view = first;
  return {
    name: `${read.name} of ${someone.id}`,
    get places() {
      return view.places;
    },
    get shown() {
      return read.shown(view.state);
    },
    apply: (event) => {
      view = applyEvent(view, event, read.reduce);
    },
    again: () => reading(read)(someone),
  };
}

const same = <T>(state: T): T => state;
const newest = <Item>(items: Item[]): Page<Item> => ({ items, newest: true });
const itemsOf = ({ items }: Page<unknown>) => items;
/** The author inside a message is a copy of when it was read: `docs/state.md`. */
const authored = (it: Message) => ({ ...it, user: it.user.id });

const meRead = () =>
  reading({ name: 'me', ask: (call) => call.users.me(), begin: same, reduce: me, shown: same });
const serversRead = (userId: string) =>
  reading({
    name: 'servers.list',
    ask: (call) => call.servers.list({ limit: LIMIT }),
    begin: (items) => ({ ...newest(items), userId }),
    reduce: serverPage,
    shown: itemsOf,
  });
const dmsRead = () =>
  reading({
    name: 'dms.list',
    ask: (call) => call.dms.list({ limit: LIMIT }),
    begin: newest,
    reduce: dmPage,
    shown: itemsOf,
  });

const serverReads = (userId: string, serverId: string): Begin[] => [
  reading({
    name: 'servers.get',
    ask: (call) => call.servers.get({ serverId }),
    begin: same,
    reduce: server,
    shown: same,
  }),
  reading({
    name: 'servers.members',
    ask: (call) => call.servers.members({ serverId, limit: LIMIT }),
    begin: newest,
    reduce: serverMemberPage,
    shown: itemsOf,
  }),
  reading({
    name: 'groups.list',
    ask: (call) => call.groups.list({ serverId, limit: LIMIT }),
    begin: newest,
    reduce: groupPage,
    shown: itemsOf,
  }),
  reading({
    name: 'channels.list',
    ask: (call) => call.channels.list({ serverId, limit: LIMIT }),
    begin: (items) => ({ ...newest(items), serverId, userId }),
    reduce: channelPage,
    shown: itemsOf,
  }),
  reading({
    name: 'preference of a server',
    ask: (call) => call.notificationPreferences.getForServer({ serverId }),
    begin: same,
    reduce: preference,
    shown: same,
  }),
];

const channelReads = (channelId: string, serverId: string | null): Begin[] => [
  reading({
    name: 'messages.list',
    ask: (call) => call.messages.list({ channelId, limit: LIMIT }),
    begin: (items) => ({ ...newest(items), threadId: null }),
    reduce: messagePage,
    shown: ({ items }) => items.map(authored),
  }),
  ...(serverId === null ? [] : placedReads(channelId, serverId)),
];

const placedReads = (channelId: string, serverId: string): Begin[] => [
  reading({
    name: 'channels.get',
    ask: (call) => call.channels.get({ serverId, channelId }),
    begin: same,
    reduce: channel,
    shown: same,
  }),
  reading({
    name: 'channels.members',
    ask: (call) => call.channels.members({ serverId, channelId }),
    begin: (users) => ({ channelId, users, profiles: {} }),
    reduce: channelMembers,
    shown: ({ users }) => users,
  }),
  reading({
    name: 'preference of a channel',
    ask: (call) => call.notificationPreferences.getForChannel({ serverId, channelId }),
    begin: same,
    reduce: preference,
    shown: same,
  }),
];

/** A page that is not full, so what is deleted from it does not bring others in. */
const olderMessages = ({ channelId, id: before }: Message): Begin =>
  reading({
    name: 'messages.list before a message',
    ask: (call) => call.messages.list({ channelId, before, limit: LIMIT }),
    begin: (items) => ({ items, newest: false, threadId: null }),
    reduce: messagePage,
    shown: ({ items }) => items.map(authored),
  });

const messageReads = ({ id: messageId }: Message): Begin[] => [
  reading({
    name: 'messages.get',
    ask: (call) => call.messages.get({ messageId }),
    begin: same,
    reduce: message,
    shown: (it) => it && authored(it),
  }),
  reading({
    name: 'messages.thread',
    ask: (call) => call.messages.thread({ messageId, limit: LIMIT }),
    begin: (items) => ({ ...newest(items), threadId: messageId }),
    reduce: messagePage,
    shown: ({ items }) => items.map(authored),
  }),
];
