import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let outsider: TestUser;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  [alice, bob, carol, outsider] = await Promise.all([
    world.person('Alice.A'),
    world.person('bob'),
    world.person('carol'),
    world.person('oscar'),
  ]);
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const [user, displayName] of [
    [alice, 'Alice'],
    [bob, 'Bob'],
    [carol, 'Carol'],
  ] as const) {
    await user.call.users.updateMe({ displayName });
  }
  channelId = (await alice.call.dms.create({ userIds: [bob.id, carol.id] })).id;
});

/** The ids of the newest account first, the order of lists of members. */
const newestFirst = (...users: TestUser[]) =>
  users
    .map(({ id }) => id)
    .sort()
    .reverse();
const namesFor = (viewer: TestUser) => {
  const displayNames = new Map([
    [alice.id, 'Alice'],
    [bob.id, 'Bob'],
    [carol.id, 'Carol'],
  ]);
  const others = newestFirst(alice, bob, carol).filter((id) => id !== viewer.id);
  return others.map((id) => displayNames.get(id)).join(', ');
};

describe('a direct message', () => {
  test('says who is in it, on every path that answers it', async () => {
    const members = newestFirst(alice, bob, carol).map((id) => expect.objectContaining({ id }));
    const { dms, channels } = bob.call;
    const expected = { id: channelId, isDm: true, memberCount: 3, members, displayName: namesFor(bob) };
    expect(await dms.get({ channelId })).toMatchObject(expected);
    expect(await channels.getById({ channelId })).toMatchObject(expected);
    expect(await dms.create({ userIds: [carol.id, alice.id] })).toMatchObject(expected);
    expect((await dms.list()).find(({ id }) => id === channelId)).toMatchObject(expected);
    for (const list of [dms.members({ channelId }), channels.membersById({ channelId })]) {
      expect(await list).toEqual(members);
    }
  });

  test('has the names of the others for each reader, as they are called now', async () => {
    for (const reader of [alice, bob, carol]) {
      expect((await reader.call.dms.get({ channelId })).displayName).toBe(namesFor(reader));
    }
    const pair = await bob.call.dms.create({ userIds: [alice.id] });
    expect(pair).toMatchObject({ name: 'alice-a', displayName: 'Alice' });
    await alice.call.users.updateMe({ displayName: 'Alicia' });
    expect(await bob.call.dms.get({ channelId: pair.id })).toMatchObject({
      displayName: 'Alicia',
      members: expect.arrayContaining([expect.objectContaining({ id: alice.id, displayName: 'Alicia' })]),
    });
    expect((await alice.call.dms.get({ channelId: pair.id })).displayName).toBe('Bob');
  });

  test('is published to each of its people with the names that they see', async () => {
    const dan = await world.person(`dan-${channelId.slice(-12)}`);
    const { id } = await dan.call.dms.create({ userIds: [bob.id, outsider.id] });
    for (const reader of [dan, bob, outsider]) {
      const created = (await world.log(userStream(reader.id))).findLast(
        ({ type }) => type === 'channel.created',
      );
      const { members, ...dm } = await reader.call.dms.get({ channelId: id });
      expect(created).toMatchObject({ type: 'channel.created', data: { ...dm, members } });
    }
  });

  test('a changed profile is published once in the own stream of each who shares one, and of nobody else', async () => {
    await bob.call.dms.create({ userIds: [alice.id] });
    const stranger = await world.person(`sue-${channelId.slice(-12)}`);
    const lengths = async () =>
      Promise.all([alice, carol, stranger].map(async ({ id }) => (await world.log(userStream(id))).length));
    // Profiles that others changed are published in the background.
    await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
    const before = await lengths();
    await bob.call.users.updateMe({ displayName: 'Robert' });
    await expect.poll(lengths).toEqual(before.map((length, index) => length + (index < 2 ? 1 : 0)));
    expect((await world.log(userStream(alice.id))).at(-1)).toMatchObject({
      type: 'user.updated',
      data: { id: bob.id, displayName: 'Robert' },
    });
  });

  test('two who share one may change their profiles at the same time', async () => {
    const changes = Array.from({ length: 10 }, (_, n) =>
      [alice, bob, carol].map((user) => user.call.users.updateMe({ displayName: `name ${n}` })),
    );
    await Promise.all(changes.flat());
  });

  test('keeps a long name within the bound', async () => {
    const others: string[] = [];
    for (let n = 0; n < 5; n++) {
      const person = await world.person(`long-user-name-${n}-${channelId.slice(-12)}`);
      await person.call.users.updateMe({ displayName: '😀'.repeat(60) });
      others.push(person.id);
    }
    const dm = await alice.call.dms.create({ userIds: others });
    expect([...dm.displayName]).toHaveLength(100);
    expect(dm.name).toHaveLength(32);
  });
});

describe('who is not in it', () => {
  test('does not find it, and nobody finds a channel of a server among direct messages', async () => {
    const { dms, channels, notificationPreferences: preferences } = outsider.call;
    const { id: serverId } = await createServerWith(outsider);
    const { id: open } = await outsider.call.channels.create({ serverId, name: 'open' });
    for (const id of [channelId, serverId, 'nonsense']) {
      await refusedWith('CHANNEL_NOT_FOUND', channels.getById({ channelId: id }));
      await refusedWith('CHANNEL_NOT_FOUND', channels.membersById({ channelId: id }));
      await refusedWith('CHANNEL_NOT_FOUND', preferences.getForChannelById({ channelId: id }));
      await refusedWith('CHANNEL_NOT_FOUND', preferences.setForChannelById({ channelId: id, level: 'all' }));
    }
    for (const id of [channelId, open]) {
      await refusedWith('CHANNEL_NOT_FOUND', dms.get({ channelId: id }));
      await refusedWith('CHANNEL_NOT_FOUND', dms.members({ channelId: id }));
      await refusedWith('CHANNEL_NOT_FOUND', preferences.getForDm({ channelId: id }));
      await refusedWith('CHANNEL_NOT_FOUND', preferences.setForDm({ channelId: id, level: 'all' }));
    }
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.dms.get({ channelId }));
  });
});

describe('paths without a server', () => {
  test('answer a channel of a server as the paths with one do', async () => {
    const { id: serverId } = await createServerWith(alice, bob);
    const open = await alice.call.channels.create({ serverId, name: 'open' });
    const path = { serverId, channelId: open.id };
    expect(await bob.call.channels.getById({ channelId: open.id })).toEqual({ ...open, members: null });
    expect(await bob.call.channels.membersById({ channelId: open.id })).toEqual(
      await bob.call.channels.members(path),
    );
    const { notificationPreferences: preferences } = bob.call;
    const set = await preferences.setForChannelById({ channelId: open.id, level: 'nothing' });
    expect(set).toMatchObject({ ...path, level: 'nothing' });
    expect(await preferences.getForChannel(path)).toEqual(set);
    expect(await preferences.getForChannelById({ channelId: open.id })).toEqual(set);
  });

  test('mute a direct message, for the one who does, and publish it in their stream', async () => {
    const { notificationPreferences: preferences } = bob.call;
    const mutedUntil = '2030-01-01T00:00:00.000Z';
    const set = await preferences.setForDm({ channelId, level: 'mentions', mutedUntil });
    expect(set).toMatchObject({ serverId: null, channelId, level: 'mentions', mutedUntil });
    expect(await preferences.getForDm({ channelId })).toEqual(set);
    expect(await preferences.getForChannelById({ channelId })).toEqual(set);
    expect((await world.log(userStream(bob.id))).at(-1)).toMatchObject({
      type: 'preference.updated',
      data: set,
    });
    expect(await alice.call.notificationPreferences.getForDm({ channelId })).toMatchObject({ level: null });
    const twice = [1, 2].map(() => preferences.setForDm({ channelId, level: 'all' }));
    expect(new Set((await Promise.all(twice)).map(({ level }) => level))).toEqual(new Set(['all']));
  });
});
