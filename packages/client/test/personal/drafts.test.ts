import { type DraftKeeper, type DraftStorage, keepDrafts } from '@palaver/client/personal';
import { type PalaverStore, resources, stateOf } from '@palaver/client/store';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { live, Stores } from '../store/support.js';
import { fetchFromAnywhere } from '../support/addresses.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { openRoom, type Room } from '../support/room.js';

let room: Room;
let proxy: FaultProxy;
let stores: Stores;
let channelId: string;
const keepers: DraftKeeper[] = [];
beforeAll(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
  stores = new Stores(proxy.url);
});
beforeEach(async () => {
  const { id } = await room.alice.palaver.api.dms.create.mutate({ userIds: [room.bob.id] });
  channelId = id;
  await room.alice.palaver.api.drafts.delete.mutate({ channelId });
});
afterEach(() => {
  for (const keeper of keepers.splice(0)) keeper.close();
  stores.close();
});
afterAll(async () => {
  await proxy.close();
  await room.close();
});

function device(storage: DraftStorage = inMemory()): { store: PalaverStore; drafts: DraftKeeper } {
  const store = stores.open(room.alice);
  const drafts = keepDrafts({ store, storage, prefix: 'writing:', pauseMs: 1 });
  keepers.push(drafts);
  return { store, drafts };
}

function inMemory(): DraftStorage & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

const place = () => ({ channelId, threadId: null });
const ofService = async () => {
  const drafts = await room.alice.palaver.api.drafts.list.query();
  return drafts.filter((draft) => draft.channelId === channelId).map(({ content }) => content);
};
const kept = (text: string) => expect.poll(ofService).toEqual([text]);

test('what is written is there at once, and soon on every device', async () => {
  const [phone, desk] = [device(), device()];
  phone.drafts.write(place(), 'Half a th');
  phone.drafts.write(place(), 'Half a thought');
  expect(phone.drafts.textOf(place())).toBe('Half a thought');
  await expect.poll(() => desk.drafts.textOf(place())).toBe('Half a thought');
  desk.drafts.write(place(), 'A whole thought');
  await expect.poll(() => phone.drafts.textOf(place())).toBe('A whole thought');
  expect(await ofService()).toEqual(['A whole thought']);
});

test('the list has a draft of this device by the answer, and is not read again', async () => {
  const reads: string[] = [];
  const client = room.alice.client({
    url: proxy.url,
    fetch: (input, init) => {
      if (init?.method !== 'POST') reads.push(new URL(String(input)).pathname);
      return fetchFromAnywhere(input, init);
    },
  });
  const store = stores.open(room.alice, { client });
  const drafts = keepDrafts({ store, storage: inMemory(), prefix: 'writing:', pauseMs: 1 });
  keepers.push(drafts);
  await live(store);
  const listed = () => stateOf(store.state, resources.drafts).value?.map(({ content }) => content);
  await expect.poll(listed).toEqual([]);
  let heard = 0;
  const before = reads.length;
  store.hear(({ type }) => {
    if (type === 'draft.updated') heard += 1;
  });
  for (const [n, text] of ['Half', 'Half a thought'].entries()) {
    drafts.write(place(), text);
    await expect.poll(listed).toEqual([text]);
    await expect.poll(() => heard).toBe(n + 1);
  }
  expect([reads.slice(before), stateOf(store.state, resources.drafts).stale]).toEqual([[], false]);
  // What was held back is no gap in the stream, after which everything would be read again.
  await room.alice.palaver.api.drafts.put.mutate({ channelId, content: 'From elsewhere' });
  await expect.poll(listed).toEqual(['From elsewhere']);
  expect(reads.slice(before)).toEqual(['/trpc/drafts.list']);
});

test('a text that was sent is gone on every device, and what another device has written since stays', async () => {
  const [phone, desk] = [device(), device()];
  phone.drafts.write(place(), 'To be sent');
  await expect.poll(() => desk.drafts.textOf(place())).toBe('To be sent');
  phone.drafts.write(place(), '');
  expect(phone.drafts.textOf(place())).toBe('');
  await expect.poll(() => desk.drafts.textOf(place())).toBe('');
  expect(await ofService()).toEqual([]);

  phone.drafts.write(place(), 'Again');
  await kept('Again');
  await room.alice.palaver.api.drafts.put.mutate({ channelId, content: 'From elsewhere' });
  await expect.poll(() => phone.drafts.textOf(place())).toBe('From elsewhere');
});

test('what is being written is not replaced by what another device writes', async () => {
  const phone = device();
  await live(phone.store);
  proxy.refuse();
  phone.drafts.write(place(), 'In the tunnel');
  await room.alice.palaver.api.drafts.put.mutate({ channelId, content: 'At the desk' });
  proxy.accept();
  await kept('In the tunnel');
  expect(phone.drafts.textOf(place())).toBe('In the tunnel');
});

test('a text survives that the service is out of reach and the page is closed', async () => {
  const storage = inMemory();
  const first = device(storage);
  await live(first.store);
  proxy.refuse();
  first.drafts.write(place(), 'Not lost');
  first.drafts.close();
  first.store.close();
  const second = device(storage);
  expect(second.drafts.textOf(place())).toBe('Not lost');
  proxy.accept();
  await kept('Not lost');
});

test('a text of a release that kept nothing but texts is taken over, and nothing stays of what is empty', async () => {
  const storage = inMemory();
  storage.setItem(`writing:${channelId} `, 'Plain text');
  const { drafts } = device(storage);
  expect(drafts.textOf(place())).toBe('Plain text');
  drafts.write(place(), 'Plain text, and more');
  await kept('Plain text, and more');
  drafts.write(place(), '');
  await expect.poll(ofService).toEqual([]);
  await expect.poll(() => [...storage.texts.keys()]).toEqual([]);
});

test('drafts of a channel and of its threads are apart', async () => {
  const { drafts } = device();
  const { id: threadId } = await room.alice.palaver.api.messages.send.mutate({ channelId, content: 'root' });
  drafts.write(place(), 'in the channel');
  drafts.write({ channelId, threadId }, 'in the thread');
  await expect.poll(async () => (await ofService()).sort()).toEqual(['in the channel', 'in the thread']);
  expect(drafts.textOf({ channelId, threadId })).toBe('in the thread');
  drafts.write({ channelId, threadId }, '');
  await kept('in the channel');
});
