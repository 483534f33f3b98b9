import { isPalaverError, type PalaverApi } from '@palaver/client';
import {
  createPalaverStore,
  type ListResource,
  type PalaverStore,
  resources,
  type SingleResource,
  stateOf,
} from '@palaver/client/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FaultProxy } from '../support/fault-proxy.js';
import { randomFrom } from '../support/random.js';
import { openRoom, type Person, type Room } from '../support/room.js';

/** How many random histories are tried, and how many actions each person does in one. */
const SEEDS = Array.from({ length: Number(process.env.STORE_RUNS ?? 2) }, (_, index) => index + 1);
const ACTIONS_EACH = 40;
const EMOJI = ['👍', '🎉'];

let room: Room;
let proxy: FaultProxy;
let carol: Person;
/** The server in which people act. */
let serverId: string;
beforeAll(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
  carol = await room.register('carol');
});
afterAll(async () => {
  await proxy.close();
  await room.close();
});

interface Known {
  readonly code: string;
  readonly people: readonly Person[];
  readonly channels: string[];
  readonly messages: string[];
}

type Choose = <T>(items: readonly T[]) => T;
type Act = (api: PalaverApi, known: Known, choose: Choose) => Promise<unknown>;

/** What people do. Each may be refused, because of what others do meanwhile. */
const ACTS: readonly Act[] = [
  send,
  send,
  send,
  async (api, { messages }, choose) => {
    const { id } = await api.messages.reply.mutate({
      messageId: choose(messages.slice(0, 3)),
      content: 'a reply',
      alsoInChannel: choose([true, false]),
    });
    messages.push(id);
  },
  (api, { messages }, choose) =>
    api.messages.edit.mutate({ messageId: choose(messages), content: `edited ${choose(EMOJI)}` }),
  (api, { messages }, choose) => api.messages.delete.mutate({ messageId: choose(messages) }),
  (api, { messages }, choose) =>
    api.messages.react.mutate({ messageId: choose(messages), emoji: choose(EMOJI) }),
  (api, { messages }, choose) =>
    api.messages.unreact.mutate({ messageId: choose(messages), emoji: choose(EMOJI) }),
  (api, { messages }, choose) => api.messages.pin.mutate({ messageId: choose(messages) }),
  (api, { messages }, choose) => api.messages.unpin.mutate({ messageId: choose(messages) }),
  async (api, { messages }, choose) => {
    const { id, channelId } = await api.messages.get.query({ messageId: choose(messages) });
    return api.readState.markRead.mutate({ channelId, messageId: id, unread: choose([false, true]) });
  },
  async (api, { channels }, choose) => {
    const name = `room-${channels.length}-${choose([1, 2, 3, 4, 5, 6, 7, 8])}`;
    const { id } = await api.channels.create.mutate({
      serverId,
      name,
      isPrivate: choose([true, false]),
    });
    channels.push(id);
  },
  (api, { channels }, choose) =>
    api.channels.update.mutate({ ...at(choose(channels)), topic: `about ${choose(EMOJI)}` }),
  (api, { channels }, choose) =>
    api.channels.update.mutate({ ...at(choose(channels)), isPrivate: choose([true, false]) }),
  (api, { channels }, choose) =>
    api.channels.update.mutate({ ...at(choose(channels)), archived: choose([true, false, false]) }),
  (api, { channels }, choose) => api.channels.join.mutate(at(choose(channels))),
  (api, { channels }, choose) => api.channels.leave.mutate(at(choose(channels))),
  (api, { channels, people }, choose) =>
    api.channels.addMember.mutate({ ...at(choose(channels)), userId: choose(people).id }),
  (api, { channels, people }, choose) =>
    api.channels.removeMember.mutate({ ...at(choose(channels)), userId: choose(people).id }),
  (api, _known, choose) => api.groups.create.mutate({ serverId, name: `group ${choose([1, 2, 3])}` }),
  (api, _known, choose) => api.users.updateMe.mutate({ displayName: `name ${choose([1, 2, 3])}` }),
  (api, _known, choose) => api.servers.update.mutate({ serverId, name: `name ${choose([1, 2, 3])}` }),
  async (api, { people, messages }, choose) => {
    const { id: channelId } = await api.dms.create.mutate({ userIds: [choose(people).id] });
    messages.push((await api.messages.send.mutate({ channelId, content: 'just for you' })).id);
  },
  (api) => api.servers.leave.mutate({ serverId }),
  (api, { code }) => api.servers.acceptInvite.mutate({ code }),
  (api, { code }) => api.servers.acceptInvite.mutate({ code }),
];

async function send(api: PalaverApi, { channels, messages }: Known, choose: Choose): Promise<void> {
  const content = choose(['hello', `@${room.bob.username} look`, '@channel everybody']);
  messages.push((await api.messages.send.mutate({ channelId: choose(channels), content })).id);
}

const at = (channelId: string) => ({ serverId, channelId });

async function act(person: Person, known: Known, random: () => number): Promise<void> {
  const choose: Choose = (items) => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  for (let n = 0; n < ACTIONS_EACH; n++) {
    await choose(ACTS)(person.palaver.api, known, choose).catch((error: unknown) => {
      if (!isPalaverError(error)) throw error;
      expect(['BUSY', 'INTERNAL']).not.toContain(error.data.errorCode);
    });
  }
}

/** A resource, and how it compares with a fresh answer; null for what is refused. */
interface Compared {
  readonly key: string;
  watch(store: PalaverStore): void;
  shown(store: PalaverStore): unknown;
  fresh(api: PalaverApi): Promise<unknown>;
}

const refused = (error: unknown) => {
  if (isPalaverError(error)) return null;
  throw error;
};

function single<State>(
  resource: SingleResource<State>,
  of: (state: State) => unknown,
  fresh: (api: PalaverApi) => Promise<unknown>,
): Compared {
  return {
    key: resource.key,
    watch: (store) => store.watch(resource),
    shown: (store) => {
      const { value, status } = stateOf(store.state, resource);
      return value === null ? (status === 'gone' ? null : status) : of(value);
    },
    fresh: (api) => fresh(api).catch(refused),
  };
}

function list<Item>(
  resource: ListResource<Item>,
  of: (item: Item) => unknown,
  fresh: (api: PalaverApi) => Promise<readonly Item[]>,
): Compared {
  return {
    key: resource.key,
    watch: (store) => store.watch(resource),
    shown: (store) => {
      const { value, status } = stateOf(store.state, resource);
      return value === null ? (status === 'gone' ? null : status) : value.items.slice(0, 20).map(of);
    },
    fresh: (api) => fresh(api).then((items) => items.slice(0, 20).map(of), refused),
  };
}

const same = <T>(value: T) => value;
/** The author's profile in a message is a copy that no event updates: `docs/state.md`. */
const withoutProfile = <M extends { readonly user: { readonly id: string } }>(it: M) => ({
  ...it,
  user: it.user.id,
});

function everything([talk = '', ...others]: readonly string[], threadId: string): Compared[] {
  return [
    single(resources.me, same, (api) => api.users.me.query()),
    single(
      resources.servers,
      ({ items }) => items,
      (api) => api.servers.list.query(),
    ),
    single(
      resources.dms,
      ({ items }) => items,
      (api) => api.dms.list.query(),
    ),
    single(
      resources.unread,
      ({ items }) => items,
      (api) => api.readState.list.query(),
    ),
    list(resources.notifications, same, (api) => api.notifications.list.query({})),
    single(
      resources.channelsOf(serverId),
      ({ items }) => items,
      (api) => api.channels.list.query({ serverId }),
    ),
    single(resources.groupsOf(serverId), same, (api) => api.groups.list.query({ serverId })),
    list(resources.membersOf(serverId), same, (api) => api.servers.members.query({ serverId })),
    ...[talk, ...others].flatMap((channelId) => [
      list(resources.messagesOf(channelId), withoutProfile, (api) => api.messages.list.query({ channelId })),
      single(
        resources.pinsOf(channelId),
        (pins) => pins.map(withoutProfile),
        async (api) => (await api.messages.pins.query({ channelId })).map(withoutProfile),
      ),
      single(
        resources.membersOfChannel(channelId),
        ({ users }) => users,
        (api) => api.channels.membersById.query({ channelId }),
      ),
    ]),
    list(resources.repliesOf(threadId, talk), withoutProfile, (api) =>
      api.messages.thread.query({ messageId: threadId }),
    ),
  ];
}

test.each(SEEDS)(
  'after anything that people do, with cut connections, the store has what the service answers, seed %i',
  async (seed) => {
    const { alice, bob } = room;
    const random = randomFrom(seed);
    const { servers, channels, messages } = alice.palaver.api;
    serverId = (await servers.create.mutate({ name: 'Acme' })).id;
    const { code } = await servers.createInvite.mutate({ serverId });
    for (const person of [bob, carol]) await person.palaver.api.servers.acceptInvite.mutate({ code });
    const { id: channelId } = await channels.create.mutate({ serverId, name: 'talk' });
    const first = await messages.send.mutate({ channelId, content: 'the first' });
    const known: Known = { code, people: [alice, bob, carol], channels: [channelId], messages: [first.id] };
    const store = createPalaverStore({ client: bob.client({ url: proxy.url }), locks: null, pageSize: 20 });
    try {
      const watched = new Map<string, Compared>();
      const watchAll = () => {
        for (const each of everything(known.channels, first.id)) {
          if (watched.has(each.key)) continue;
          watched.set(each.key, each);
          each.watch(store);
        }
      };
      watchAll();
      const acting = Promise.all(known.people.map((person) => act(person, known, random)));
      let over = false;
      void acting.finally(() => {
        over = true;
      });
      // Each answer that comes is a reason to look on, and now and then to cut.
      while (!over) {
        await alice.palaver.api.messages.get.query({ messageId: first.id }).catch(refused);
        watchAll();
        if (random() < 0.1) proxy.cut();
      }
      await acting;
      watchAll();
      for (const each of watched.values()) {
        // What is compared with may be followed by an event of the background, so it is read each time.
        const compare = async () => {
          const fresh = await each.fresh(bob.palaver.api);
          expect({ [each.key]: each.shown(store) }).toEqual({ [each.key]: fresh });
          return 'equal';
        };
        await expect.poll(compare).toBe('equal');
      }
    } finally {
      store.close();
    }
  },
);
