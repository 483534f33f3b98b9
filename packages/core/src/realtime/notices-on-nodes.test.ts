import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import type { TestUser, World } from '../testing/world.js';
import { createWorlds, type Worlds } from '../testing/worlds.js';
import { typingOf } from './connections/typing.js';
import { actorOf, openFeed } from './test-support.js';

let nodes: Worlds;
let a: World;
let b: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  nodes = await createWorlds(2);
  [a, b] = nodes.worlds as [World, World];
  [alice, bob] = await Promise.all([a.person('alice'), a.person('bob')]);
  ({ id: serverId } = await createServerWith(alice, bob));
  ({ id: channelId } = await alice.call.channels.create({ serverId, name: 'typing' }));
  await bob.call.channels.join({ serverId, channelId });
});
afterAll(() => nodes.close());

test('typing on one node is heard on the other, at most every three seconds, and only with the right to post', async () => {
  const feed = await openFeed(b, b.services.hub, bob);
  await feed.subscribe([channelId]);
  const typing = typingOf(a.services, await actorOf(a, alice));
  const heard = () => feed.received.filter(({ type }) => type === 'typing.started');
  await typing(channelId);
  await typing(channelId);
  await alice.call.messages.send({ channelId, content: 'written' });
  await feed.untilMessage('written');
  await feed.until({ type: 'typing.started', data: { channelId, userId: alice.id } });
  expect(heard()).toHaveLength(1);

  const mallory = await a.person('mallory');
  await refusedWith('CHANNEL_NOT_FOUND', typingOf(a.services, await actorOf(a, mallory))(channelId));
  feed.close();
});

test('a member online on one node is online for the subscribers on the other, once', async () => {
  const aliceFeed = await openFeed(a, a.services.hub, alice);
  const bobFeed = await openFeed(b, b.services.hub, bob);
  await bobFeed.subscribe([serverId]);
  await aliceFeed.subscribe([serverId]);
  const seen = ({ received }: typeof bobFeed) =>
    received.flatMap(({ type, data }) => (type === 'presence.updated' ? [data] : []));
  await expect.poll(() => seen(bobFeed)).toEqual([{ userId: alice.id, online: true, idle: false }]);
  await expect.poll(() => seen(aliceFeed)).toEqual([{ userId: bob.id, online: true, idle: false }]);

  // Who is there already is told to a new subscriber on the same node and on the other.
  for (const world of [a, b]) {
    const late = await openFeed(world, world.services.hub, bob);
    await late.subscribe([serverId]);
    await late.until({ type: 'presence.updated', data: { userId: alice.id, online: true, idle: false } });
    late.close();
  }
  expect(seen(bobFeed)).toHaveLength(1);
  aliceFeed.close();
  bobFeed.close();
});
