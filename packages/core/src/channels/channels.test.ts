import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let outsider: TestUser;
let exMember: TestUser;
let bot: TestUser;
let serverId: string;

beforeAll(async () => {
  world = await createWorld();
  [alice, bob, carol, outsider, exMember] = await Promise.all([
    world.person('alice'),
    world.person('bob'),
    world.person('carol'),
    world.person('oscar'),
    world.person('emma'),
  ]);
});
afterAll(() => world.close());

beforeEach(async () => {
  serverId = (await createServerWith(alice, bob, carol, exMember)).id;
  await exMember.call.servers.leave({ serverId });
  const made = await bob.call.bots.create({ username: `helper-${serverId.slice(-12)}` });
  bot = world.userWithToken(made.bot.id, made.token);
  await bob.call.servers.addMember({ serverId, userId: bot.id });
});

const types = async (stream: Parameters<World['log']>[0]) =>
  (await world.log(stream)).map((event) => event.type);

describe('channels.create', () => {
  test('makes a slug of the name and fills in defaults (docs/reference.md, section 4.2)', async () => {
    const channel = await bob.call.channels.create({ serverId, name: '  Release  Notes ' });
    expect(channel).toMatchObject({
      name: 'release-notes',
      displayName: 'release-notes',
      topic: null,
      isDm: false,
      isPrivate: false,
      archived: false,
      createdBy: bob.id,
      position: 1,
      serverId,
      memberCount: 1,
      groupId: null,
    });
    expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({
      type: 'channel.created',
      data: channel,
    });
    expect(await types(channelStream(channel.id))).toEqual(['member.joined']);
  });

  test.each([
    ['a', false],
    ['ab', true],
    ['x'.repeat(32), true],
    ['x'.repeat(33), false],
    ['Größe', true],
    ['日本', true],
    ['no/slash', false],
    ['no.dot', false],
    ['😀😀', false],
    ['   ', false],
    ['', false],
    ['nul\0nul', false],
    ['lone\ud800', false],
    ['x'.repeat(100_000), false],
  ])('name %j is taken: %s', async (name, taken) => {
    const call = bob.call.channels.create({ serverId, name });
    if (taken) expect((await call).name).toBe(name.toLowerCase());
    else await refusedWith('INVALID_INPUT', call);
  });

  test('a name is unique in a server, without regard to case, also for two at once', async () => {
    const tries = await Promise.allSettled([
      bob.call.channels.create({ serverId, name: 'Plans' }),
      carol.call.channels.create({ serverId, name: 'plans' }),
    ]);
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    await refusedWith('CHANNEL_NAME_TAKEN', bob.call.channels.create({ serverId, name: 'PLANS' }));
    expect((await types(serverStream(serverId))).filter((type) => type === 'channel.created')).toHaveLength(
      2,
    );
    const other = await createServerWith(bob);
    await bob.call.channels.create({ serverId: other.id, name: 'plans' });
  });

  test('the name of a deleted channel is free again', async () => {
    const { id } = await bob.call.channels.create({ serverId, name: 'plans' });
    await alice.call.channels.delete({ serverId, channelId: id });
    await bob.call.channels.create({ serverId, name: 'plans' });
  });

  test('is for members of the server', async () => {
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.channels.create({ serverId, name: 'plans' }));
    await refusedWith('SERVER_NOT_FOUND', outsider.call.channels.create({ serverId, name: 'plans' }));
    await refusedWith('SERVER_NOT_FOUND', exMember.call.channels.create({ serverId, name: 'plans' }));
    await refusedWith('SERVER_NOT_FOUND', bob.call.channels.create({ serverId: 'nonsense', name: 'plans' }));
    await bot.call.channels.create({ serverId, name: 'plans' });
  });
});

describe('private channels', () => {
  test('are seen only by their members, not by other admins or the owner', async () => {
    const { id: channelId } = await bob.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    const path = { serverId, channelId };
    for (const someone of [alice, carol, outsider, exMember, bot]) {
      await refusedWith('CHANNEL_NOT_FOUND', someone.call.channels.get(path));
      const code: ErrorCode = [outsider, exMember].includes(someone)
        ? 'SERVER_NOT_FOUND'
        : 'CHANNEL_NOT_FOUND';
      await refusedWith(code, someone.call.channels.join(path));
    }
    expect((await carol.call.channels.list({ serverId })).map((one) => one.name)).toEqual(['general']);
    expect(await types(serverStream(serverId))).not.toContain('channel.updated');
    expect((await world.log(userStream(bob.id))).at(-1)).toMatchObject({ type: 'channel.created' });

    await refusedWith('MEMBER_NOT_FOUND', bob.call.channels.addMember({ ...path, userId: outsider.id }));
    expect(await bob.call.channels.addMember({ ...path, userId: carol.id })).toMatchObject({ id: carol.id });
    await refusedWith('ALREADY_A_MEMBER', bob.call.channels.addMember({ ...path, userId: carol.id }));
    expect((await carol.call.channels.get(path)).memberCount).toBe(2);
    expect((await world.log(userStream(carol.id))).at(-1)).toMatchObject({
      type: 'channel.created',
      data: { id: channelId, memberCount: 2 },
    });

    await refusedWith('ADMIN_REQUIRED', carol.call.channels.removeMember({ ...path, userId: bob.id }));
    await carol.call.channels.leave(path);
    await refusedWith('CHANNEL_NOT_FOUND', carol.call.channels.get(path));
    expect(await types(channelStream(channelId))).toEqual(['member.joined', 'member.joined', 'member.left']);
    expect((await world.log(userStream(carol.id))).at(-1)).toMatchObject({
      type: 'access.revoked',
      data: { serverId, channelId },
    });
  });
});

describe('channels.update', () => {
  test('changes the given fields and publishes it to the server and the channel', async () => {
    const { id: channelId } = await bob.call.channels.create({ serverId, name: 'plans' });
    const group = await alice.call.groups.create({ serverId, name: 'Work' });
    const changes = { topic: 'What next', archived: true, position: 7, groupId: group.id };
    const updated = await alice.call.channels.update({ serverId, channelId, ...changes });
    expect(updated).toMatchObject({ name: 'plans', ...changes });
    expect((await world.log(channelStream(channelId))).at(-1)).toMatchObject({
      type: 'channel.updated',
      data: updated,
    });
    expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({
      type: 'channel.updated',
      data: updated,
    });
  });

  test('a display name that equals the name follows a new name', async () => {
    const { id: channelId } = await bob.call.channels.create({ serverId, name: 'plans' });
    const path = { serverId, channelId };
    expect(await alice.call.channels.update({ ...path, name: 'Ideas' })).toMatchObject({
      displayName: 'ideas',
    });
    await alice.call.channels.update({ ...path, displayName: 'Our ideas' });
    expect(await alice.call.channels.update({ ...path, name: 'thoughts' })).toMatchObject({
      name: 'thoughts',
      displayName: 'Our ideas',
    });
  });

  test('a change of nothing is not published', async () => {
    const { id: channelId } = await bob.call.channels.create({ serverId, name: 'plans' });
    await alice.call.channels.update({ serverId, channelId, name: 'Plans', topic: null });
    expect(await types(channelStream(channelId))).toEqual(['member.joined']);
  });

  test('an outsider gets SERVER_NOT_FOUND and a member CHANNEL_NOT_FOUND, for any channel that they cannot see', async () => {
    const { id: elsewhere } = await createServerWith(outsider);
    const { id: foreign } = await outsider.call.channels.create({ serverId: elsewhere, name: 'plans' });
    const { id: secret } = await bob.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    const { id: direct } = await alice.call.dms.create({ userIds: [outsider.id] });
    for (const channelId of [foreign, secret, direct, serverId, 'x']) {
      const input = { serverId, channelId, topic: 'new' };
      await refusedWith('SERVER_NOT_FOUND', outsider.call.channels.update(input));
      await refusedWith('CHANNEL_NOT_FOUND', alice.call.channels.update(input));
    }
  });

  test('refuses a taken name and a group of another server', async () => {
    const { id: channelId } = await bob.call.channels.create({ serverId, name: 'plans' });
    await refusedWith(
      'CHANNEL_NAME_TAKEN',
      alice.call.channels.update({ serverId, channelId, name: 'general' }),
    );
    const elsewhere = await createServerWith(alice);
    const group = await alice.call.groups.create({ serverId: elsewhere.id, name: 'Other' });
    await refusedWith(
      'GROUP_NOT_FOUND',
      alice.call.channels.update({ serverId, channelId, groupId: group.id }),
    );
    await refusedWith(
      'CHANNEL_NOT_FOUND',
      alice.call.channels.update({ serverId: elsewhere.id, channelId, topic: '' }),
    );
    expect(await types(channelStream(channelId))).toEqual(['member.joined']);
  });
});

describe('who may change, delete, join and leave a channel', () => {
  const cases: [string, () => TestUser, ErrorCode | null, ErrorCode | null][] = [
    ['the owner', () => alice, null, null],
    ['a plain member', () => carol, 'ADMIN_REQUIRED', null],
    ['a bot', () => bot, 'ADMIN_REQUIRED', null],
    ['an outsider', () => outsider, 'SERVER_NOT_FOUND', 'SERVER_NOT_FOUND'],
    ['an ex-member', () => exMember, 'SERVER_NOT_FOUND', 'SERVER_NOT_FOUND'],
    ['nobody', () => world.anonymous, 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
  ];
  test.each(cases)('%s', async (_name, someone, managing, joining) => {
    const { id: channelId } = await bob.call.channels.create({ serverId, name: 'plans' });
    const path = { serverId, channelId };
    const { channels } = someone().call;
    const outcome = async (expected: ErrorCode | null, call: Promise<unknown>) =>
      expected === null ? void (await call) : refusedWith(expected, call);
    await outcome(joining, channels.join(path));
    await outcome(joining, channels.join(path));
    await outcome(joining, channels.leave(path));
    await outcome(managing, channels.update({ ...path, topic: 'new' }));
    await outcome(managing, channels.delete(path));
    const expected = ['member.joined', ...(joining ? [] : ['member.joined', 'member.left'])];
    expect(await types(channelStream(channelId))).toEqual([
      ...expected,
      ...(managing ? [] : ['channel.updated', 'channel.deleted']),
    ]);
  });

  test('a list of members may have the newest alone, or those of some ids', async () => {
    const { id: channelId } = await alice.call.channels.create({
      serverId,
      name: `many-${serverId.slice(-12)}`,
    });
    await bob.call.channels.join({ serverId, channelId });
    await carol.call.channels.join({ serverId, channelId });
    const newestFirst = [alice.id, bob.id, carol.id].sort().reverse();
    const listed = async (which: { limit?: number; userIds?: string }) => {
      const byId = await bob.call.channels.membersById({ channelId, ...which });
      expect(await bob.call.channels.members({ serverId, channelId, ...which })).toEqual(byId);
      return byId.map(({ id }) => id);
    };
    expect(await listed({})).toEqual(newestFirst);
    expect(await listed({ limit: 2 })).toEqual(newestFirst.slice(0, 2));
    expect(await listed({ limit: 1_000_000 })).toEqual(newestFirst);
    expect(await listed({ userIds: [carol.id, outsider.id, alice.id, alice.id].join() })).toEqual(
      [alice.id, carol.id].sort().reverse(),
    );
    expect(await listed({ userIds: [alice.id, bob.id].join(), limit: 1 })).toHaveLength(1);
    expect(await listed({ userIds: outsider.id })).toEqual([]);
    for (const wrong of [
      { limit: 0 },
      { userIds: '' },
      { userIds: 'bob' },
      { userIds: Array(101).fill(bob.id).join() },
    ])
      await refusedWith('INVALID_INPUT', bob.call.channels.membersById({ channelId, ...wrong }));
    await refusedWith(
      'CHANNEL_NOT_FOUND',
      outsider.call.channels.membersById({ channelId, userIds: bob.id }),
    );
  });

  test('member counts are right after many users join and leave at once', async () => {
    const { id: channelId } = await bob.call.channels.create({ serverId, name: 'plans' });
    const path = { serverId, channelId };
    await Promise.all([alice, carol, bot, carol, alice].map((someone) => someone.call.channels.join(path)));
    expect((await bob.call.channels.get(path)).memberCount).toBe(4);
    await Promise.all([carol, bot].map((someone) => someone.call.channels.leave(path)));
    expect((await bob.call.channels.get(path)).memberCount).toBe(2);
    const members = await bob.call.channels.members(path);
    expect(members.map((user) => user.id).sort()).toEqual([alice.id, bob.id].sort());
    for (const { id, joinedAt } of members) {
      const joined = (await world.log(channelStream(channelId))).filter(
        ({ type, data }) => type === 'member.joined' && data.user.id === id,
      );
      expect(joined.at(-1)?.data).toMatchObject({ joinedAt });
    }
  });
});

describe('direct messages', () => {
  test('the same people get the same channel, also when both open it at once', async () => {
    const [first, second] = await Promise.all([
      alice.call.dms.create({ userIds: [bob.id] }),
      bob.call.dms.create({ userIds: [alice.id, bob.id] }),
    ]);
    expect(first.id).toBe(second.id);
    expect(first).toMatchObject({ isDm: true, isPrivate: true, serverId: null, memberCount: 2 });
    expect((await bob.call.dms.list()).map((dm) => dm.id)).toEqual([first.id]);
    expect(await carol.call.dms.list()).toEqual([]);
    expect((await world.log(userStream(bob.id))).at(-1)).toMatchObject({
      type: 'channel.created',
      data: { id: first.id },
    });
  });

  test('need another person who exists', async () => {
    await refusedWith('CANNOT_DM_YOURSELF', alice.call.dms.create({ userIds: [alice.id] }));
    await refusedWith('USER_NOT_FOUND', alice.call.dms.create({ userIds: [serverId] }));
    await refusedWith('USER_NOT_FOUND', alice.call.dms.create({ userIds: ['x'] }));
    await refusedWith('INVALID_INPUT', alice.call.dms.create({ userIds: [] }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.dms.create({ userIds: [bob.id] }));
  });
});
