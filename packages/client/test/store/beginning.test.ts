import { createPalaverStore, type PalaverStore, resources } from '@palaver/client/store';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openRoom, type Room } from '../support/room.js';

let room: Room;
const stores: PalaverStore[] = [];
beforeAll(async () => {
  room = await openRoom();
});
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});
afterAll(() => room.close());

function storeOf(): { readonly store: PalaverStore; readonly calls: () => number } {
  let calls = 0;
  const client = room.bob.client({
    fetch: (...args) => {
      calls += 1;
      return fetch(...args);
    },
  });
  const store = createPalaverStore({ client, locks: null });
  stores.push(store);
  return { store, calls: () => calls };
}

const connection = ({ connection: { status } }: PalaverStore['state']) => status;

describe('a store begins', () => {
  const channelId = '0190a0a0-0000-7000-8000-000000000000';
  test.each<[string, (store: PalaverStore) => void]>([
    ['when its state is read', (store) => void store.state],
    ['when somebody subscribes', (store) => void store.subscribe(connection, () => {})],
    ['when something is watched', (store) => void store.watch(resources.messagesOf(channelId))],
    ['with a message', (store) => void store.send({ channelId, content: 'Hello' })],
    ['with a sign of typing', (store) => store.typing(channelId)],
    ['when the person goes away', (store) => store.idle(true)],
  ])('%s', async (_when, use) => {
    const { store, calls } = storeOf();
    use(store);
    await expect.poll(calls).toBeGreaterThan(0);
  });

  test('not while a page is rendered, which reads selections', async () => {
    const { store, calls } = storeOf();
    expect(store.select(connection).get()).toBe('connecting');
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls()).toBe(0);
  });
});
