import { newId } from '@palaver/db';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { FAVORITES_MAX } from './schemas.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let carol: TestUser;
let dave: TestUser;
let robot: TestUser;
/** A member, new in each test. */
let bob: TestUser;
let serverId: string;
let openId: string;
/** A private channel that alice and bob are in. */
let secretId: string;
let dmId: string;
let people = 0;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, carol, dave, robot } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = await roles.newServer();
  bob = await world.person(`bob-${++people}`);
  const { code } = await alice.call.servers.createInvite({ serverId });
  await bob.call.servers.acceptInvite({ code });
  openId = (await alice.call.channels.create({ serverId, name: 'open' })).id;
  secretId = (await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true })).id;
  await alice.call.channels.addMember({ serverId, channelId: secretId, userId: bob.id });
  dmId = (await bob.call.dms.create({ userIds: [alice.id] })).id;
});

const add = (who: TestUser, channelId: string) => who.call.favorites.add({ channelId });
const remove = (who: TestUser, channelId: string) => who.call.favorites.remove({ channelId });
const order = (who: TestUser, channelIds: string[]) => who.call.favorites.order({ channelIds });
const listed = async (who: TestUser) => (await who.call.favorites.list()).channelIds;
const delivered = () => Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
const published = async (who: TestUser) =>
  (await world.log(who)).flatMap(({ type, data }) => (type === 'favorites.updated' ? [data.channelIds] : []));

test('a channel and a direct message are marked, put in order and unmarked, and each change is an event', async () => {
  expect(await add(bob, openId)).toEqual({ channelIds: [openId] });
  await add(bob, secretId.toUpperCase());
  expect(await add(bob, dmId)).toEqual({ channelIds: [openId, secretId, dmId] });
  // Those that are not named stay behind.
  expect(await order(bob, [dmId])).toEqual({ channelIds: [dmId, openId, secretId] });
  expect(await order(bob, [secretId, openId, dmId])).toEqual({ channelIds: [secretId, openId, dmId] });
  expect(await remove(bob, openId)).toEqual({ channelIds: [secretId, dmId] });
  expect(await add(bob, openId)).toEqual({ channelIds: [secretId, dmId, openId] });
  expect(await listed(bob)).toEqual([secretId, dmId, openId]);
  expect(await published(bob)).toEqual([
    [openId],
    [openId, secretId],
    [openId, secretId, dmId],
    [dmId, openId, secretId],
    [secretId, openId, dmId],
    [secretId, dmId],
    [secretId, dmId, openId],
  ]);
});

test('what is so already changes nothing and is no event', async () => {
  await add(bob, openId);
  await add(bob, dmId);
  await add(bob, openId);
  await remove(bob, secretId);
  await order(bob, [openId]);
  await order(bob, []);
  expect(await listed(bob)).toEqual([openId, dmId]);
  expect(await published(bob)).toHaveLength(2);
});

test('two devices at once lose nothing', async () => {
  await Promise.all([add(bob, openId), add(bob, secretId), add(bob, dmId)]);
  expect((await listed(bob)).sort()).toEqual([openId, secretId, dmId].sort());
  expect((await published(bob)).at(-1)).toEqual(await listed(bob));
});

test('are one’s own', async () => {
  await add(bob, openId);
  expect(await listed(alice)).toEqual([]);
  expect(await published(alice)).toEqual([]);
});

test('are marked only where one may read, by people', async () => {
  for (const who of [carol, dave, alice]) {
    // Alice is in the private channel, and not in a direct message of others.
    if (who !== alice) await refusedWith('CHANNEL_NOT_FOUND', add(who, openId));
    if (who !== alice) await refusedWith('CHANNEL_NOT_FOUND', add(who, secretId));
    if (who !== alice) await refusedWith('CHANNEL_NOT_FOUND', add(who, dmId));
    await refusedWith('CHANNEL_NOT_FOUND', add(who, newId()));
    await refusedWith('CHANNEL_NOT_FOUND', add(who, 'no id'));
    await refusedWith('CHANNEL_NOT_FOUND', remove(who, newId()));
    await refusedWith('CHANNEL_NOT_FOUND', remove(who, 'no id'));
    await refusedWith('CHANNEL_NOT_FOUND', order(who, [openId]));
    expect(await listed(who)).toEqual([]);
  }
  for (const call of [add(robot, openId), remove(robot, openId), order(robot, []), listed(robot)])
    await refusedWith('PEOPLE_ONLY', call);
  const nobody = world.anonymous;
  for (const call of [add(nobody, openId), remove(nobody, openId), order(nobody, []), listed(nobody)])
    await refusedWith('UNAUTHENTICATED', call);
});

test('an order names each favorite once, and no more than there can be', async () => {
  await add(bob, openId);
  await refusedWith('INVALID_INPUT', order(bob, [openId, openId]));
  await refusedWith('INVALID_INPUT', order(bob, [openId, openId.toUpperCase()]));
  await refusedWith('INVALID_INPUT', order(bob, Array.from({ length: FAVORITES_MAX + 1 }, newId)));
  await refusedWith('CHANNEL_NOT_FOUND', order(bob, [openId, secretId]));
  await refusedWith('CHANNEL_NOT_FOUND', order(bob, Array.from({ length: FAVORITES_MAX }, newId)));
  expect(await listed(bob)).toEqual([openId]);
});

test('are at most a hundred; what one does not see any more makes room', async () => {
  await add(bob, secretId);
  for (let n = 1; n < FAVORITES_MAX; n++) {
    const { id } = await alice.call.channels.create({ serverId, name: `channel-${n}` });
    await add(bob, id);
  }
  await refusedWith('TOO_MANY_FAVORITES', add(bob, openId));
  expect(await add(bob, secretId)).toMatchObject({ channelIds: { length: FAVORITES_MAX } });
  await alice.call.channels.removeMember({ serverId, channelId: secretId, userId: bob.id });
  expect((await add(bob, openId)).channelIds).toHaveLength(FAVORITES_MAX);
  await delivered();
  expect((await published(bob)).at(-1)).toEqual(await listed(bob));
});

test('end with the access to the channel, also for who comes back', async () => {
  for (const id of [openId, secretId, dmId]) await add(bob, id);
  await alice.call.channels.removeMember({ serverId, channelId: secretId, userId: bob.id });
  await delivered();
  expect(await listed(bob)).toEqual([openId, dmId]);
  expect((await published(bob)).at(-1)).toEqual([openId, dmId]);
  await alice.call.channels.addMember({ serverId, channelId: secretId, userId: bob.id });
  expect(await listed(bob)).toEqual([openId, dmId]);
  await alice.call.channels.delete({ serverId, channelId: openId });
  await delivered();
  expect((await published(bob)).at(-1)).toEqual([dmId]);
});

test('end when the channel becomes private, and when one leaves the server', async () => {
  await add(bob, openId);
  await add(bob, secretId);
  await alice.call.channels.update({ serverId, channelId: openId, isPrivate: true });
  await delivered();
  expect((await published(bob)).at(-1)).toEqual([secretId]);
  await bob.call.servers.leave({ serverId });
  await delivered();
  expect(await listed(bob)).toEqual([]);
  expect((await published(bob)).at(-1)).toEqual([]);
});
