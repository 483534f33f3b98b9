import {
  memoryStorage,
  type OutgoingMessage,
  type PalaverStore,
  resources,
  type StoreStorage,
  selectMessages,
} from '@palaver/client/store';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FaultProxy } from '../support/fault-proxy.js';
import { randomFrom } from '../support/random.js';
import { openRoom, type Room } from '../support/room.js';
import { browserLocks, live, Stores } from './support.js';

let room: Room;
let proxy: FaultProxy;
let stores: Stores;
let channelId: string;
beforeAll(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
  stores = new Stores(proxy.url);
  channelId = room.channelId;
});
afterEach(() => stores.close());
afterAll(async () => {
  await proxy.close();
  await room.close();
});

const posted = async (prefix: string, channel = channelId) => {
  const found = await room.alice.palaver.api.messages.list.query({ channelId: channel, limit: 100 });
  return found
    .map(({ content }) => content)
    .filter((content) => content.startsWith(prefix))
    .reverse();
};
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
const isEmpty = (store: PalaverStore) => expect.poll(() => store.state.outgoing).toEqual([]);

test('messages of a channel are posted in the order in which they were written, once each, though connections are cut', async () => {
  const store = stores.open(room.bob);
  const contents = numbered('ordered', 20);
  const random = randomFrom(7);
  for (const content of contents) {
    store.send({ channelId, content });
    if (random() < 0.3) {
      proxy.cutAnswerTo('messages.send', Math.floor(random() * 100));
      await room.alice.palaver.api.users.me.query();
      proxy.cut();
    }
  }
  await isEmpty(store);
  expect(await posted('ordered')).toEqual(contents);
});

test.each([1, 2, 3, 4])(
  'a store that is killed at any moment leaves what it has not sent to the next, seed %i',
  async (seed) => {
    const storage = memoryStorage();
    const random = randomFrom(seed);
    const contents = numbered(`killed ${seed}`, 12);
    for (const content of contents) {
      const store = stores.open(room.bob, { storage });
      store.send({ channelId, content });
      // The write to the storage is under way when the tab is closed; then it is done, for it is a transaction.
      if (random() < 0.5) await room.alice.palaver.api.users.me.query();
      if (random() < 0.5) await live(store);
      store.close();
      if (random() < 0.5) proxy.cut();
    }
    const last = stores.open(room.bob, { storage });
    await live(last);
    await isEmpty(last);
    await expect.poll(() => posted(`killed ${seed}`)).toHaveLength(contents.length);
    expect((await posted(`killed ${seed}`)).sort()).toEqual([...contents].sort());
    expect(await storage.outgoing()).toEqual([]);
  },
);

test('what was refused is kept with its reason, does not hold up others, and is sent again or removed by hand', async () => {
  const { alice, bob, serverId } = room;
  const { id } = await alice.palaver.api.channels.create.mutate({ serverId, name: 'refusing' });
  await bob.palaver.api.channels.join.mutate({ serverId, channelId: id });
  const storage = memoryStorage();
  const store = stores.open(bob, { storage });
  await live(store);
  await alice.palaver.api.channels.update.mutate({ serverId, channelId: id, archived: true });
  const first = store.send({ channelId: id, content: 'refused 1' });
  const second = store.send({ channelId: id, content: 'refused 2' });
  await expect.poll(() => store.state.outgoing.map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect(store.state.outgoing[0]?.error).toMatchObject({ code: 'CHANNEL_ARCHIVED' });
  store.close();

  const next = stores.open(bob, { storage });
  await expect
    .poll(() => next.state.outgoing.map(({ error }) => error?.code))
    .toEqual(['CHANNEL_ARCHIVED', 'CHANNEL_ARCHIVED']);
  expect(next.discard(second.nonce)).toBe(true);
  await alice.palaver.api.channels.update.mutate({ serverId, channelId: id, archived: false });
  next.retry(first.nonce);
  await isEmpty(next);
  expect(await posted('refused', id)).toEqual(['refused 1']);
  expect(await storage.outgoing()).toEqual([]);
});

test('a tab does not send what another one that is open has written, and takes over what a closed one has left', async () => {
  const storage = memoryStorage();
  const locks = browserLocks();
  // The first tab has no service, so its message waits.
  const dead = new Stores('http://127.0.0.1:9');
  const known = stores.open(room.bob, { storage, locks });
  await expect.poll(() => known.state.userId).not.toBeNull();
  await known.flush();
  const first = dead.open(room.bob, { storage, locks });
  first.send({ channelId, content: 'tab 1' });
  await expect.poll(() => storage.outgoing()).toHaveLength(1);
  const second = stores.open(room.bob, { storage, locks });
  await live(second);
  second.send({ channelId, content: 'tab 2' });
  await isEmpty(second);
  expect(await posted('tab')).toEqual(['tab 2']);
  dead.close();
  second.close();
  const third = stores.open(room.bob, { storage, locks });
  await expect.poll(() => posted('tab')).toEqual(['tab 2', 'tab 1']);
  await isEmpty(third);
});

test('what cannot be stored is sent all the same, and says that a reload would lose it', async () => {
  const full: StoreStorage = {
    ...memoryStorage(),
    read: () => Promise.reject(new Error('no storage')),
    write: () => Promise.reject(new Error('no storage')),
    outgoing: () => Promise.reject(new Error('no storage')),
    keep: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    drop: () => Promise.reject(new Error('no storage')),
  };
  const dead = new Stores('http://127.0.0.1:9');
  const offline = dead.open(room.bob, { storage: full });
  offline.send({ channelId, content: 'never' });
  await expect.poll(() => offline.state.outgoing).toMatchObject([{ content: 'never', stored: false }]);
  dead.close();
  const store = stores.open(room.bob, { storage: full });
  store.send({ channelId, content: 'unstored' });
  await isEmpty(store);
  await expect.poll(() => posted('unstored')).toEqual(['unstored']);
  await expect(store.flush()).rejects.toThrow('no storage');
});

test('what was written more than a day ago is not sent without a person, because its key may be forgotten', async () => {
  const storage = memoryStorage();
  const lastWeek = new Date(Date.now() - 7 * 24 * 3600 * 1000).toISOString();
  const store = stores.open(room.bob, { storage });
  const dead = store.send({ channelId: '00000000-0000-7000-8000-000000000000', content: 'template' });
  await expect.poll(() => store.state.outgoing[0]?.state).toBe('failed');
  store.discard(dead.nonce);
  store.close();
  await storage.keep({
    ...dead,
    nonce: 'old',
    channelId,
    content: 'old news',
    createdAt: lastWeek,
    state: 'sending',
  });
  const next = stores.open(room.bob, { storage });
  await expect
    .poll(() => next.state.outgoing)
    .toMatchObject([{ state: 'failed', error: { code: 'OUTCOME_UNKNOWN' } }]);
  expect(await posted('old news')).toEqual([]);
});

test('a reply that is to be in the channel as well is shown in its thread until it is in both lists', async () => {
  const { id: threadId } = await room.alice.palaver.api.messages.send.mutate({
    channelId,
    content: 'both: root',
  });
  const store = stores.open(room.bob);
  const [channel, thread] = [resources.messagesOf(channelId), resources.repliesOf(threadId, channelId)];
  store.watch(channel);
  store.watch(thread);
  const shown = () => ({
    channel: selectMessages(channel, { channelId, threadId: null })(store.state),
    thread: selectMessages(thread, { channelId, threadId })(store.state),
  });
  await expect.poll(() => Object.values(shown()).map(({ status }) => status)).toEqual(['ready', 'ready']);
  const onTheirWay = new Set<string>();
  for (const [list, place] of [
    [channel, null],
    [thread, threadId],
  ] as const)
    store.subscribe(selectMessages(list, { channelId, threadId: place }), ({ outgoing }) => {
      for (const { content } of outgoing) onTheirWay.add(`${place}: ${content}`);
    });
  const { alsoInChannel } = store.send({
    channelId,
    threadId,
    alsoInChannel: true,
    content: 'both: a reply',
  });
  expect(alsoInChannel).toBe(true);
  await isEmpty(store);
  expect([...onTheirWay]).toEqual([`${threadId}: both: a reply`]);
  expect(await posted('both')).toEqual(['both: root', 'both: a reply']);
  const after = shown();
  expect(after.thread.messages).toMatchObject([{ threadId, alsoInChannel: true }]);
  expect(after.channel.messages.at(-1)).toEqual(after.thread.messages[0]);
  expect(after.channel.messages.find(({ id }) => id === threadId)).toMatchObject({ replyCount: 1 });
});

test('what an earlier version has written, which knew no place but one, is sent', async () => {
  const storage = memoryStorage();
  const earlier = stores.open(room.bob, { storage });
  await live(earlier);
  earlier.close();
  const written: OutgoingMessage = {
    nonce: 'of an earlier version',
    channelId,
    threadId: null,
    alsoInChannel: false,
    content: 'earlier: written',
    attachmentIds: [],
    files: [],
    uploadKey: 'of an earlier version',
    progress: 0,
    createdAt: new Date().toISOString(),
    state: 'waiting',
    error: null,
    stored: true,
    message: null,
    tab: 'gone',
  };
  for (const field of ['alsoInChannel', 'files', 'uploadKey', 'progress'])
    Reflect.deleteProperty(written, field);
  await storage.keep(written);
  await isEmpty(stores.open(room.bob, { storage }));
  await expect.poll(() => posted('earlier')).toEqual(['earlier: written']);
});
