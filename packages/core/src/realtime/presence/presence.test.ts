import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerWith } from '../../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../../testing/world.js';
import { Hub } from '../hub.js';
import { openFeed, type TestFeed } from '../test-support.js';

let world: World;
let hub: Hub;
let alice: TestUser;
let bob: TestUser;
let serverId: string;

beforeAll(async () => {
  world = await createWorld();
  hub = new Hub(world.services, { presence: { tick: 60 } });
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
  serverId = (await createServerWith(alice, bob)).id;
});
afterAll(async () => {
  hub.close();
  await world.close();
});

const presence = (feed: TestFeed) =>
  feed.received.flatMap(({ type, data }) => (type === 'presence.updated' ? [data] : []));

test('a change of presence is published to the server, once for any number of connections, and not to the user', async () => {
  const aliceFeed = await openFeed(world, hub, alice);
  await aliceFeed.subscribe([serverId]);
  const bobFeeds = [await openFeed(world, hub, bob), await openFeed(world, hub, bob)];
  for (const feed of bobFeeds) await feed.subscribe([serverId]);
  await aliceFeed.until({ type: 'presence.updated', data: { userId: bob.id, online: true } });

  const [first, second] = bobFeeds;
  first?.close();
  second?.close();
  const reconnected = await openFeed(world, hub, bob);
  await reconnected.subscribe([serverId]);
  await reconnected.until({ type: 'presence.updated', data: { userId: alice.id, online: true } });
  reconnected.close();
  await aliceFeed.until({ type: 'presence.updated', data: { userId: bob.id, online: false } });
  expect(presence(aliceFeed)).toEqual([
    { userId: bob.id, online: true },
    { userId: bob.id, online: false },
  ]);
  expect(presence(reconnected)).toEqual([{ userId: alice.id, online: true }]);
  expect(await world.log({ id: serverId })).not.toContainEqual(
    expect.objectContaining({ type: 'presence.updated' }),
  );
  aliceFeed.close();
});
