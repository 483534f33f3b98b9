import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOf } from '../testing/community.js';
import { createWorld, type Someone, type World } from '../testing/world.js';
import { Hub } from './hub.js';
import { listen } from './test-support.js';

let world: World;
let hub: Hub;
let alice: Someone;
let bob: Someone;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  hub = new Hub(world.services);
  [alice, bob] = [await world.person('alice'), await world.person('bob')];
  serverId = (await serverOf(alice, bob)).id;
  channelId = (await alice.call.channels.create({ serverId, name: 'open' })).id;
});
afterAll(async () => {
  hub.close();
  await world.close();
});

test('who leaves a public channel goes on hearing its server, which is told of it', async () => {
  const ear = await listen(world, hub, bob);
  await ear.subscribe([serverId]);
  await bob.call.channels.join({ serverId, channelId });
  await bob.call.channels.leave({ serverId, channelId });
  await alice.call.servers.update({ serverId, name: 'Still heard' });
  await ear.until({ type: 'server.updated' });
  const about = { streamId: serverId, channelId };
  expect(ear.heard).toMatchObject([
    { type: 'subscribed' },
    { type: 'member.joined', data: { ...about, memberCount: 2 } },
    { type: 'member.left', data: { ...about, userId: bob.id, memberCount: 1 } },
    { type: 'server.updated' },
  ]);
  ear.close();
});

test("another device of whoever joins a server hears of it in the person's own stream", async () => {
  const ear = await listen(world, hub, bob);
  await ear.subscribe([bob.id]);
  await bob.call.servers.leave({ serverId });
  const { code } = await alice.call.servers.createInvite({ serverId });
  const server = await bob.call.servers.acceptInvite({ code });
  await ear.until({ type: 'server.joined' });
  const { since } =
    ear.heard.flatMap((frame) => (frame.type === 'server.joined' ? [frame.data] : []))[0] ?? {};
  expect(ear.heard.at(-1)).toMatchObject({ data: { streamId: bob.id, server, role: 'member' } });

  await ear.subscribe([serverId], { [serverId]: (since ?? 0) - 1 });
  await ear.until({ type: 'member.joined' });
  expect(ear.places(serverId)).toEqual([since]);
  ear.close();
});

test('a change of profile is told to the servers of the person and to themselves, and to nobody twice', async () => {
  const ear = await listen(world, hub, bob);
  await ear.subscribe([bob.id, serverId]);
  const me = await bob.call.users.updateMe({ displayName: 'Robert' });
  await bob.call.users.updateMe({ displayName: 'Robert' });
  await bob.call.users.updateMe({ timezone: 'Asia/Tokyo' });
  await ear.until({ data: expect.objectContaining({ timezone: 'Asia/Tokyo' }) });
  const { email, timezone, ...user } = me;
  expect(ear.heard.slice(1)).toMatchObject([
    { type: 'user.updated', data: { ...user, streamId: serverId } },
    { type: 'me.updated', data: { ...me, streamId: bob.id } },
    { type: 'me.updated', data: { streamId: bob.id } },
  ]);
  ear.close();
});
