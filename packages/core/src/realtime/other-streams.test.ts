import { afterAll, beforeAll, expect, test } from 'vitest';
import { User } from '../protocol/records/user.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { Hub } from './hub.js';
import { openFeed } from './test-support.js';

let world: World;
let hub: Hub;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  hub = new Hub(world.services);
  [alice, bob] = [await world.person('alice'), await world.person('bob')];
  serverId = (await createServerWith(alice, bob)).id;
  channelId = (await alice.call.channels.create({ serverId, name: 'open' })).id;
});
afterAll(async () => {
  hub.close();
  await world.close();
});

test('who leaves a public channel stays subscribed to its server, where the event is published', async () => {
  const feed = await openFeed(world, hub, bob);
  await feed.subscribe([serverId]);
  await bob.call.channels.join({ serverId, channelId });
  await bob.call.channels.leave({ serverId, channelId });
  await alice.call.servers.update({ serverId, name: 'Still subscribed' });
  await feed.until({ type: 'server.updated' });
  const about = { streamId: serverId, channelId };
  expect(feed.received).toMatchObject([
    { type: 'subscribed' },
    { type: 'member.joined', data: { ...about, memberCount: 2 } },
    { type: 'member.left', data: { ...about, userId: bob.id, memberCount: 1 } },
    { type: 'server.updated' },
  ]);
  feed.close();
});

test("another device of a user who joins a server receives it in the user's own stream", async () => {
  const feed = await openFeed(world, hub, bob);
  await feed.subscribe([bob.id]);
  await bob.call.servers.leave({ serverId });
  const { code } = await alice.call.servers.createInvite({ serverId });
  const server = await bob.call.servers.acceptInvite({ code });
  await feed.until({ type: 'server.joined' });
  const { since } =
    feed.received.flatMap((frame) => (frame.type === 'server.joined' ? [frame.data] : []))[0] ?? {};
  expect(feed.received.at(-1)).toMatchObject({ data: { streamId: bob.id, server, role: 'member' } });

  await feed.subscribe([serverId], { [serverId]: (since ?? 0) - 1 });
  await feed.until({ type: 'member.joined' });
  // The user has joined the server and then `general`.
  await expect.poll(() => feed.positions(serverId)).toEqual([since, (since ?? 0) + 1]);
  feed.close();
});

test('a change of profile is published to the servers and the own stream of the user, once each', async () => {
  const feed = await openFeed(world, hub, bob);
  await feed.subscribe([bob.id, serverId]);
  const me = await bob.call.users.updateMe({ displayName: 'Robert' });
  await world.services.background.idle();
  await bob.call.users.updateMe({ displayName: 'Robert' });
  await bob.call.users.updateMe({ timezone: 'Asia/Tokyo' });
  await feed.until({ data: expect.objectContaining({ timezone: 'Asia/Tokyo' }) });
  expect(feed.received.slice(1)).toMatchObject([
    { type: 'me.updated', data: { ...me, streamId: bob.id } },
    { type: 'user.updated', data: { ...User.parse(me), streamId: serverId } },
    { type: 'me.updated', data: { streamId: bob.id } },
  ]);
  feed.close();
});
