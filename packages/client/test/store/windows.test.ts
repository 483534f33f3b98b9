import { type PalaverStore, resources, stateOf } from '@palaver/client/store';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FaultProxy } from '../support/fault-proxy.js';
import { randomFrom } from '../support/random.js';
import { openRoom, type Room } from '../support/room.js';
import { live, Stores } from './support.js';

const SIZES = { pageSize: 10, listMax: 40 };

let room: Room;
let proxy: FaultProxy;
let stores: Stores;
beforeAll(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
  stores = new Stores(proxy.url);
});
afterEach(() => stores.close());
afterAll(async () => {
  await proxy.close();
  await room.close();
});

/** A channel with messages named by their numbers, and their ids. */
async function history(count: number): Promise<{ channelId: string; ids: string[] }> {
  const { alice, serverId } = room;
  const { id: channelId } = await alice.palaver.api.channels.create.mutate({
    serverId,
    name: `history-${Math.random().toString(36).slice(2, 8)}`,
  });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    ids.push((await alice.palaver.api.messages.send.mutate({ channelId, content: `${n}` })).id);
  }
  return { channelId, ids };
}

const listOf = (store: PalaverStore, channelId: string) =>
  stateOf(store.state, resources.messagesOf(channelId)).value;
const shown = (store: PalaverStore, channelId: string) =>
  (listOf(store, channelId)?.items ?? []).map(({ content }) => Number(content));
const range = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, n) => newest - n);

test('pages join up: back, far away, forward again, and live', async () => {
  const { alice, bob } = room;
  const { channelId, ids } = await history(90);
  const list = resources.messagesOf(channelId);
  const store = stores.open(bob, SIZES);
  store.watch(list);
  await expect.poll(() => shown(store, channelId)).toEqual(range(89, 80));
  await store.loadOlder(list);
  expect(shown(store, channelId)).toEqual(range(89, 70));

  await store.showAround(list, ids[30] ?? '');
  const around = shown(store, channelId);
  expect(around).toEqual(range(around[0] ?? 0, around.at(-1) ?? 0));
  expect(around).toContain(30);
  expect(listOf(store, channelId)).toMatchObject({ hasOlder: true, hasNewer: true });

  // What comes meanwhile is not put beside what is far away.
  ids.push((await alice.palaver.api.messages.send.mutate({ channelId, content: '90' })).id);
  for (let n = 0; n < 20 && listOf(store, channelId)?.hasNewer; n++) await store.loadNewer(list);
  await expect.poll(() => shown(store, channelId)[0]).toBe(90);
  const joined = shown(store, channelId);
  expect(joined).toEqual(range(90, joined.at(-1) ?? 0));
  expect(joined.length).toBeLessThanOrEqual(SIZES.listMax + SIZES.pageSize);

  for (let n = 0; n < 20 && listOf(store, channelId)?.hasOlder; n++) await store.loadOlder(list);
  const oldest = shown(store, channelId);
  expect(oldest).toEqual(range(oldest[0] ?? 0, 0));
  expect(oldest.length).toBeLessThanOrEqual(SIZES.listMax);
  expect(listOf(store, channelId)?.hasNewer).toBe(true);
  await store.showLatest(list);
  const latest = shown(store, channelId);
  expect(latest).toEqual(range(90, latest.at(-1) ?? 0));
});

test('a page is a cursor also after the message at its end was deleted', async () => {
  const { alice, bob } = room;
  const { channelId, ids } = await history(30);
  const list = resources.messagesOf(channelId);
  const store = stores.open(bob, SIZES);
  store.watch(list);
  await expect.poll(() => shown(store, channelId)).toEqual(range(29, 20));
  await alice.palaver.api.messages.delete.mutate({ messageId: ids[20] ?? '' });
  await expect.poll(() => shown(store, channelId)).toEqual(range(29, 21));
  await store.loadOlder(list);
  expect(shown(store, channelId)).toEqual([...range(29, 21), ...range(19, 10)]);
});

test('an item that is not known is refused, and the list stays', async () => {
  const { bob } = room;
  const { channelId } = await history(3);
  const list = resources.messagesOf(channelId);
  const store = stores.open(bob, SIZES);
  store.watch(list);
  await expect.poll(() => shown(store, channelId)).toEqual(range(2, 0));
  await expect(store.showAround(list, '01a206ba-cca6-734c-988f-b69ccaf94c4f')).rejects.toMatchObject({
    data: { errorCode: 'INVALID_INPUT' },
  });
  expect(shown(store, channelId)).toEqual(range(2, 0));
  expect(listOf(store, channelId)?.loading).toBeNull();
});

test.each([1, 2, 3])(
  'what is shown is a part of the history without a gap, whatever is scrolled, posted and deleted, seed %i',
  async (seed) => {
    const { alice, bob } = room;
    const { channelId, ids } = await history(70);
    const random = randomFrom(seed);
    const list = resources.messagesOf(channelId);
    const store = stores.open(bob, SIZES);
    store.watch(list);
    await live(store);
    let next = ids.length;
    const steps = [
      () => store.loadOlder(list),
      () => store.loadOlder(list),
      () => store.loadNewer(list),
      () => store.loadNewer(list),
      () => store.showLatest(list),
      () => store.showAround(list, ids[Math.floor(random() * ids.length)] ?? ''),
      async () =>
        void ids.push((await alice.palaver.api.messages.send.mutate({ channelId, content: `${next++}` })).id),
      () =>
        alice.palaver.api.messages.delete
          .mutate({ messageId: ids[Math.floor(random() * ids.length)] ?? '' })
          .catch(() => {}),
      async () => proxy.cut(),
    ];
    for (let n = 0; n < 60; n++) {
      const chosen = [0, 1].map(() => steps[Math.floor(random() * steps.length)]);
      await Promise.all(chosen.map((step) => step?.()));
    }
    const end = await alice.palaver.api.messages.send.mutate({ channelId, content: `${next++}` });
    const unread = () => stateOf(store.state, resources.unread).value;
    await expect.poll(() => unread() !== null && store.state.connection.status === 'live').toBe(true);
    const whole: number[] = [];
    for (let before: string | undefined; ; ) {
      const page = await alice.palaver.api.messages.list.query({
        channelId,
        limit: 100,
        ...(before ? { before } : {}),
      });
      whole.push(...page.map(({ content }) => Number(content)));
      before = page.at(-1)?.id;
      if (page.length < 100) break;
    }
    const part = () => {
      const items = shown(store, channelId);
      const start = whole.indexOf(items[0] ?? -1);
      return { items, expected: whole.slice(start, start + items.length) };
    };
    await expect
      .poll(() => {
        const { items, expected } = part();
        return items.join() === expected.join() ? 'the same' : { items, expected };
      })
      .toBe('the same');
    await store.showLatest(list);
    await expect.poll(() => shown(store, channelId)[0]).toBe(Number(end.content));
    const latest = shown(store, channelId);
    expect(latest).toEqual(whole.slice(0, latest.length));
  },
);
