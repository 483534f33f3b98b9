import 'fake-indexeddb/auto';
import { createPalaverClient } from '@palaver/client';
import {
  createPalaverStore,
  indexedDbStorage,
  resources,
  selectMessages,
  stateOf,
} from '@palaver/client/store';
import { IDBObjectStore, indexedDB } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openRoom, type Room } from '../support/room.js';
import { live, Stores } from './support.js';

let room: Room;
let stores: Stores;
beforeAll(async () => {
  room = await openRoom();
  stores = new Stores(room.url);
});
afterEach(() => {
  stores.close();
  vi.restoreAllMocks();
});
afterAll(() => room.close());

const nowhere = (token: string) =>
  createPalaverClient({
    url: 'http://127.0.0.1:9',
    token,
    WebSocket: class {
      send() {}
      close() {}
      addEventListener() {}
    },
  });

const messagesHere = () => {
  const { channelId } = room;
  return selectMessages(resources.messagesOf(channelId), { channelId, threadId: null });
};

test('a reload shows the last state at once, without the service, and then catches up from there', async () => {
  const { alice, bob, channelId } = room;
  const storage = () => indexedDbStorage('reload');
  const list = resources.messagesOf(channelId);
  await alice.palaver.api.messages.send.mutate({ channelId, content: 'before' });
  const first = stores.open(bob, { storage: storage() });
  first.watch(list);
  await live(first);
  await expect.poll(() => first.select(messagesHere()).get().messages.length).toBe(1);
  await expect.poll(() => stateOf(first.state, resources.servers).value?.items.length).toBe(1);
  await first.flush();
  first.close();
  await alice.palaver.api.messages.send.mutate({ channelId, content: 'meanwhile' });

  const offline = createPalaverStore({ client: nowhere(bob.token), storage: storage(), locks: null });
  offline.watch(list);
  await expect
    .poll(() =>
      offline
        .select(messagesHere())
        .get()
        .messages.map(({ content }) => content),
    )
    .toEqual(['before']);
  expect(stateOf(offline.state, resources.servers).value?.items).toHaveLength(1);
  expect(offline.state.userId).toBe(bob.id);
  expect(offline.state.connection.status).not.toBe('live');
  offline.send({ channelId, content: 'written offline' });
  await expect.poll(() => storage().outgoing()).toHaveLength(1);
  offline.close();

  const next = stores.open(bob, { storage: storage() });
  next.watch(list);
  const shown = next.select(messagesHere());
  await expect
    .poll(() => shown.get().messages.map(({ content }) => content))
    .toEqual(['before', 'meanwhile', 'written offline']);
  await expect.poll(() => next.state.outgoing).toEqual([]);
  expect(await storage().outgoing()).toEqual([]);
});

test('a database that somebody else has made is thrown away, and nothing that was written is', async () => {
  const { bob } = room;
  const request = indexedDB.open('broken:views:1', 7);
  await new Promise<void>((resolve) => {
    request.onupgradeneeded = () => void request.result.createObjectStore('something');
    request.onsuccess = () => resolve();
  });
  request.result.close();
  const dead = createPalaverStore({
    client: nowhere(bob.token),
    storage: indexedDbStorage('broken'),
    locks: null,
  });
  dead.send({ channelId: room.channelId, content: 'kept' });
  await expect.poll(() => indexedDbStorage('broken').outgoing()).toHaveLength(1);
  dead.close();
  const store = stores.open(bob, { storage: indexedDbStorage('broken') });
  await live(store);
  await expect.poll(() => store.state.outgoing).toEqual([]);
  store.close();
});

test('values that no release has stored are read again', async () => {
  const { bob, channelId } = room;
  const storage = indexedDbStorage('corrupt');
  const list = resources.messagesOf(channelId);
  const keys = ['me', 'servers', 'unread', 'notifications', list.key];
  const corrupt = [
    null,
    7,
    { at: Date.now() },
    { at: Date.now(), view: { state: null, cursors: { a: 'x' } } },
    { at: 'x', view: [] },
  ];
  const values = keys.map((key, index) => [key, corrupt[index]] as const);
  await storage.write(new Map<string, unknown>([['index', keys], ...values]));
  const store = stores.open(bob, { storage });
  store.watch(list);
  await live(store);
  await expect.poll(() => store.select(messagesHere()).get().status).toBe('ready');
  expect(stateOf(store.state, resources.me).value?.id).toBe(bob.id);
  await expect.poll(() => stateOf(store.state, resources.servers).value?.items.length).toBe(1);
});

test('where there is no room, what can be read again makes room for what cannot', async () => {
  const { bob, channelId } = room;
  const storage = indexedDbStorage('full');
  await storage.write(new Map([['much', 'x'.repeat(1000)]]));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const store = createPalaverStore({ client: nowhere(bob.token), storage, locks: null });
  store.send({ channelId, content: 'kept' });
  await expect.poll(() => storage.outgoing()).toHaveLength(1);
  expect(put).toHaveBeenCalledTimes(2);
  expect(await storage.read(['much'])).toEqual([undefined]);
  expect(store.state.outgoing).toMatchObject([{ stored: true }]);
  store.close();
});

test('signing out leaves nothing', async () => {
  const { bob } = room;
  const storage = indexedDbStorage('signed-out');
  const store = stores.open(bob, { storage });
  await live(store);
  await store.flush();
  await store.forget();
  expect(await storage.read(['me', 'servers', 'index'])).toEqual([undefined, undefined, undefined]);
});
