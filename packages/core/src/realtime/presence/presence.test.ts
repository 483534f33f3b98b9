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
  hub = new Hub(world.services, { tickMs: 100, presence: { tick: 60 } });
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
  await aliceFeed.until({ type: 'presence.updated', data: { userId: bob.id, online: true, idle: false } });

  const [first, second] = bobFeeds;
  first?.close();
  second?.close();
  const reconnected = await openFeed(world, hub, bob);
  await reconnected.subscribe([serverId]);
  await reconnected.until({
    type: 'presence.updated',
    data: { userId: alice.id, online: true, idle: false },
  });
  reconnected.close();
  await aliceFeed.until({ type: 'presence.updated', data: { userId: bob.id, online: false, idle: false } });
  expect(presence(aliceFeed)).toEqual([
    { userId: bob.id, online: true, idle: false },
    { userId: bob.id, online: false, idle: false },
  ]);
  expect(presence(reconnected)).toEqual([{ userId: alice.id, online: true, idle: false }]);
  expect(await world.log({ id: serverId })).not.toContainEqual(
    expect.objectContaining({ type: 'presence.updated' }),
  );
  aliceFeed.close();
});

test('who is away from all connections is idle, also for who subscribes later', async () => {
  const aliceFeed = await openFeed(world, hub, alice);
  await aliceFeed.subscribe([serverId]);
  const [desk, phone] = [await openFeed(world, hub, bob), await openFeed(world, hub, bob)];
  for (const feed of [desk, phone]) await feed.subscribe([serverId]);
  const of = (idle: boolean) => ({
    type: 'presence.updated' as const,
    data: { userId: bob.id, online: true, idle },
  });
  await aliceFeed.until(of(false));
  phone.setIdle(true);
  desk.setIdle(true);
  await aliceFeed.until(of(true));
  const late = await openFeed(world, hub, alice);
  await late.subscribe([serverId]);
  await late.until(of(true));
  desk.setIdle(false);
  await late.until(of(false));
  for (const feed of [aliceFeed, late, desk, phone]) feed.close();
});

test('nobody hears of a person who is invisible, from the first connection on; it can be changed while one is open', async () => {
  await bob.call.users.updateMe({ invisible: true });
  expect(await bob.call.users.me()).toMatchObject({ invisible: true });
  expect(await alice.call.users.get({ userId: bob.id })).not.toHaveProperty('invisible');
  const aliceFeed = await openFeed(world, hub, alice);
  await aliceFeed.subscribe([serverId]);
  const bobFeed = await openFeed(world, hub, bob);
  await bobFeed.subscribe([serverId]);
  await bobFeed.until({ type: 'presence.updated', data: { userId: alice.id, online: true, idle: false } });
  expect(hub.presence.usersHere(serverId)).toEqual([alice.id]);
  await bob.call.users.updateMe({ invisible: false });
  await aliceFeed.until({ type: 'presence.updated', data: { userId: bob.id, online: true, idle: false } });
  await bob.call.users.updateMe({ invisible: true });
  await aliceFeed.until({ type: 'presence.updated', data: { userId: bob.id, online: false, idle: false } });
  expect(presence(aliceFeed).map(({ online }) => online)).toEqual([true, false]);
  for (const feed of [aliceFeed, bobFeed]) feed.close();
  await bob.call.users.updateMe({ invisible: false });
});
