import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelStream, serverStream } from '../log/streams.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let robot: TestUser;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob, carol, dave, robot } = roles);
});
afterAll(() => world.close());

/** The events about groups in a server's log. */
async function groupEvents(serverId: string) {
  const events = await world.log(serverStream(serverId));
  return events.filter((event) => event.type.startsWith('group.'));
}

/** For input that TypeScript refuses and that a client can send nevertheless. */
const untyped = (value: unknown) => value as never;

const DENIALS = [
  ['an outsider', () => carol, 'SERVER_NOT_FOUND'],
  ['a plain member', () => bob, 'ADMIN_REQUIRED'],
  ['an ex-member', () => dave, 'SERVER_NOT_FOUND'],
  ['a bot', () => robot, 'ADMIN_REQUIRED'],
  ['nobody', () => world.anonymous, 'UNAUTHENTICATED'],
] as const;

describe('groups.create', () => {
  test('puts a new group after the others and publishes it to the server', async () => {
    const serverId = await roles.newServer();
    const before = world.published.length;
    const first = await alice.call.groups.create({ serverId, name: '  Projects  ' });
    const second = await alice.call.groups.create({ serverId, name: 'Projects' });

    expect(first).toEqual({
      id: expect.any(String),
      serverId,
      userId: alice.id,
      name: 'Projects',
      position: 0,
      createdAt: world.clock.now().toISOString(),
    });
    expect(second.position).toBe(1);
    const events = await groupEvents(serverId);
    expect(events).toMatchObject([
      { type: 'group.created', data: first },
      { type: 'group.created', data: second },
    ]);
    expect(world.published.slice(before).map((hint) => hint.streamId)).toEqual([serverId, serverId]);
  });

  test('is for an admin as well, and the group names its creator', async () => {
    const serverId = await roles.newServer();
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' });
    expect((await bob.call.groups.create({ serverId, name: 'Ops' })).userId).toBe(bob.id);
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'member' });
    await refusedWith('ADMIN_REQUIRED', bob.call.groups.create({ serverId, name: 'Ops' }));
  });

  test.each(DENIALS)('is not for %s', async (_who, someone, code) => {
    const serverId = await roles.newServer();
    await refusedWith(code, someone().call.groups.create({ serverId, name: 'Ops' }));
    expect(await groupEvents(serverId)).toEqual([]);
    expect(await alice.call.groups.list({ serverId })).toEqual([]);
  });

  test.each(['nonsense', '', '00000000-0000-7000-8000-000000000000', '\0', '\ud800'])(
    'finds no server %j',
    async (serverId) => {
      await refusedWith('SERVER_NOT_FOUND', alice.call.groups.create({ serverId, name: 'Ops' }));
    },
  );

  test.each([
    ['one character', 'x'],
    ['64 characters', 'x'.repeat(64)],
    ['64 characters of two units', '🦊'.repeat(64)],
    ['64 characters and white space around them', ` ${'x'.repeat(64)}\n`],
  ])('takes a name of %s', async (_what, name) => {
    const serverId = await roles.newServer();
    expect((await alice.call.groups.create({ serverId, name })).name).toBe(name.trim());
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['white space', ' \t '],
    ['65 characters', 'x'.repeat(65)],
    ['65 characters of two units', '🦊'.repeat(65)],
    ['100 kB', 'x'.repeat(100_000)],
    ['a NUL', 'a\0b'],
    ['a line break', 'a\nb'],
    ['half a surrogate pair', 'a\ud83e'],
    ['a number', 1],
    ['a list', ['Ops']],
    ['an object', { name: 'Ops' }],
  ])('refuses %s as a name', async (_what, name) => {
    const serverId = await roles.newServer();
    await refusedWith('INVALID_INPUT', alice.call.groups.create({ serverId, name: untyped(name) }));
    expect(await groupEvents(serverId)).toEqual([]);
  });

  test('gives each of many groups at once a sort position of its own', async () => {
    const serverId = await roles.newServer();
    const groups = await Promise.all(
      Array.from({ length: 8 }, (_, i) => alice.call.groups.create({ serverId, name: `Group ${i}` })),
    );
    expect(groups.map((group) => group.position).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(
      (await groupEvents(serverId)).map((event) => ('position' in event.data ? event.data.position : null)),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('groups.create with an idempotency key', () => {
  test('gives the first answer again: one group, one event', async () => {
    const serverId = await roles.newServer();
    const first = await alice.withKey('retry').call.groups.create({ serverId, name: 'Ops' });
    const retry = alice.withKey('retry');
    expect(await retry.call.groups.create({ serverId, name: 'Ops' })).toEqual(first);
    expect(retry.replyHeaders.get('Idempotent-Replayed')).toBe('true');
    expect(await alice.call.groups.list({ serverId })).toEqual([first]);
    expect(await groupEvents(serverId)).toHaveLength(1);
  });

  test('also for many retries at once', async () => {
    const serverId = await roles.newServer();
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => alice.withKey('at-once').call.groups.create({ serverId, name: 'Ops' })),
    );
    expect(new Set(tries.map((group) => group.id)).size).toBe(1);
    expect(await alice.call.groups.list({ serverId })).toHaveLength(1);
    expect(await groupEvents(serverId)).toHaveLength(1);
  });

  test('refuses the key for another body or another server, not for another person', async () => {
    const [serverId, other] = [await roles.newServer(), await roles.newServer()];
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' });
    const withKey = (someone: TestUser) => someone.withKey('reused').call.groups;
    await withKey(alice).create({ serverId, name: 'Ops' });
    await refusedWith('IDEMPOTENCY_KEY_REUSED', withKey(alice).create({ serverId, name: 'Dev' }));
    await refusedWith('IDEMPOTENCY_KEY_REUSED', withKey(alice).create({ serverId: other, name: 'Ops' }));
    expect((await withKey(bob).create({ serverId, name: 'Dev' })).userId).toBe(bob.id);
    expect(await alice.call.groups.list({ serverId })).toHaveLength(2);
  });

  test('a refused call does not use up its key', async () => {
    const serverId = await roles.newServer();
    await refusedWith('ADMIN_REQUIRED', bob.withKey('later').call.groups.create({ serverId, name: 'Ops' }));
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' });
    expect((await bob.withKey('later').call.groups.create({ serverId, name: 'Ops' })).position).toBe(0);
  });
});

describe('groups.list', () => {
  test('is for members only', async () => {
    const serverId = await roles.newServer();
    const group = await alice.call.groups.create({ serverId, name: 'Ops' });
    for (const someone of [alice, bob, robot])
      expect(await someone.call.groups.list({ serverId })).toEqual([group]);
    for (const someone of [carol, dave])
      await refusedWith('SERVER_NOT_FOUND', someone.call.groups.list({ serverId }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.groups.list({ serverId }));
    await refusedWith('SERVER_NOT_FOUND', alice.call.groups.list({ serverId: 'nonsense' }));
  });

  test('is the whole list, newest first', async () => {
    const [serverId, other] = [await roles.newServer(), await roles.newServer()];
    const names = Array.from({ length: 60 }, (_, n) => `group ${n}`);
    for (const name of names) await alice.call.groups.create({ serverId, name });
    await alice.call.groups.create({ serverId: other, name: 'of another server' });
    const all = await bob.call.groups.list({ serverId });
    expect(all.map((group) => group.name)).toEqual(names.toReversed());
  });
});

describe('groups.update', () => {
  test('renames and moves it, and publishes it to the server', async () => {
    const serverId = await roles.newServer();
    const group = await alice.call.groups.create({ serverId, name: 'Ops' });
    const input = { serverId, groupId: group.id };
    expect(await alice.call.groups.update({ ...input, name: ' Operations ' })).toEqual({
      ...group,
      name: 'Operations',
    });
    const moved = await alice.call.groups.update({ ...input, position: 7 });
    expect(moved).toEqual({ ...group, name: 'Operations', position: 7 });
    expect(await bob.call.groups.list({ serverId })).toEqual([moved]);
    const events = await groupEvents(serverId);
    expect(events.map((event) => event.type)).toEqual(['group.created', 'group.updated', 'group.updated']);
    expect(events.at(-1)?.data).toMatchObject(moved);
  });

  test('a change of nothing is not published', async () => {
    const serverId = await roles.newServer();
    const group = await alice.call.groups.create({ serverId, name: 'Ops' });
    const input = { serverId, groupId: group.id };
    expect(await alice.call.groups.update(input)).toEqual(group);
    expect(await alice.call.groups.update({ ...input, name: 'Ops ', position: 0 })).toEqual(group);
    expect(await groupEvents(serverId)).toHaveLength(1);
  });

  test('changes of different fields at once are all stored', async () => {
    const serverId = await roles.newServer();
    const group = await alice.call.groups.create({ serverId, name: 'Ops' });
    const input = { serverId, groupId: group.id };
    await Promise.all([
      alice.call.groups.update({ ...input, name: 'Dev' }),
      alice.call.groups.update({ ...input, position: 3 }),
    ]);
    expect(await alice.call.groups.list({ serverId })).toEqual([{ ...group, name: 'Dev', position: 3 }]);
  });

  test.each([0, 1_000_000])('takes the position %j', async (position) => {
    const serverId = await roles.newServer();
    const { id: groupId } = await alice.call.groups.create({ serverId, name: 'Ops' });
    expect((await alice.call.groups.update({ serverId, groupId, position })).position).toBe(position);
  });

  test.each([
    { position: -1 },
    { position: 1_000_001 },
    { position: 0.5 },
    { position: '1' },
    { name: '' },
    { name: 'x'.repeat(65) },
    { name: '\0' },
    { name: '\udc00' },
  ])('refuses %j', async (fields) => {
    const serverId = await roles.newServer();
    const group = await alice.call.groups.create({ serverId, name: 'Ops' });
    const input = { serverId, groupId: group.id, ...fields };
    await refusedWith('INVALID_INPUT', alice.call.groups.update(untyped(input)));
    expect(await alice.call.groups.list({ serverId })).toEqual([group]);
  });

  test.each(DENIALS)('is not for %s', async (_who, someone, code) => {
    const serverId = await roles.newServer();
    const group = await alice.call.groups.create({ serverId, name: 'Ops' });
    await refusedWith(code, someone().call.groups.update({ serverId, groupId: group.id, name: 'Mine' }));
    expect(await groupEvents(serverId)).toHaveLength(1);
    expect(await alice.call.groups.list({ serverId })).toEqual([group]);
  });
});

describe('groups.delete', () => {
  /** A group that holds a public and a private channel of alice's, and a channel outside it. */
  async function serverWithGroup() {
    const serverId = await roles.newServer();
    const { id: groupId } = await alice.call.groups.create({ serverId, name: 'Ops' });
    const open = await alice.call.channels.create({ serverId, name: 'open' });
    const secret = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    for (const { id } of [open, secret])
      await alice.call.channels.update({ serverId, channelId: id, groupId });
    return { serverId, groupId, open, secret };
  }

  test('leaves its channels in no group and publishes it to their readers', async () => {
    const { serverId, groupId, open, secret } = await serverWithGroup();
    const before = (await world.log(serverStream(serverId))).length;
    expect(await alice.call.groups.delete({ serverId, groupId })).toEqual({ ok: true });

    expect(await alice.call.groups.list({ serverId })).toEqual([]);
    for (const channel of [open, secret]) {
      expect(await alice.call.channels.get({ serverId, channelId: channel.id })).toEqual({
        ...channel,
        groupId: null,
      });
      const last = (await world.log(channelStream(channel.id))).at(-1);
      expect(last).toMatchObject({ type: 'channel.updated', data: { id: channel.id, groupId: null } });
    }
    const events = (await world.log(serverStream(serverId))).slice(before);
    expect(events).toMatchObject([
      { type: 'channel.updated', data: { id: open.id, groupId: null } },
      { type: 'group.deleted', data: { id: groupId, serverId } },
    ]);
  });

  test('does not change the channels of other groups', async () => {
    const { serverId, groupId, open } = await serverWithGroup();
    const other = await alice.call.groups.create({ serverId, name: 'Other' });
    const moved = await alice.call.channels.update({ serverId, channelId: open.id, groupId: other.id });
    await alice.call.groups.delete({ serverId, groupId });
    expect(await alice.call.channels.get({ serverId, channelId: open.id })).toEqual(moved);
  });

  test('a channel that is already deleted gets no event', async () => {
    const { serverId, groupId, open } = await serverWithGroup();
    await alice.call.channels.delete({ serverId, channelId: open.id });
    await alice.call.groups.delete({ serverId, groupId });
    expect((await world.log(channelStream(open.id))).at(-1)?.type).toBe('channel.deleted');
  });

  test('happens once, also with many calls at once', async () => {
    const { serverId, groupId } = await serverWithGroup();
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => alice.call.groups.delete({ serverId, groupId })),
    );
    expect(tries.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await refusedWith('GROUP_NOT_FOUND', alice.call.groups.delete({ serverId, groupId }));
    const events = await groupEvents(serverId);
    expect(events.filter((event) => event.type === 'group.deleted')).toHaveLength(1);
  });

  test('a channel that is put into it at the same time ends in no group', async () => {
    for (let round = 0; round < 5; round++) {
      const { serverId, groupId } = await serverWithGroup();
      const late = await alice.call.channels.create({ serverId, name: 'late' });
      const moving = alice.call.channels.update({ serverId, channelId: late.id, groupId });
      const [moved] = await Promise.allSettled([moving, alice.call.groups.delete({ serverId, groupId })]);
      if (moved.status === 'rejected') await refusedWith('GROUP_NOT_FOUND', moving);
      expect((await alice.call.channels.get({ serverId, channelId: late.id })).groupId).toBeNull();
      const last = (await world.log(channelStream(late.id))).at(-1);
      if (moved.status === 'fulfilled')
        expect(last).toMatchObject({ type: 'channel.updated', data: { groupId: null } });
    }
  });

  test.each(DENIALS)('is not for %s', async (_who, someone, code) => {
    const { serverId, groupId, open } = await serverWithGroup();
    await refusedWith(code, someone().call.groups.delete({ serverId, groupId }));
    expect(await alice.call.groups.list({ serverId })).toHaveLength(1);
    expect((await alice.call.channels.get({ serverId, channelId: open.id })).groupId).toBe(groupId);
  });
});

describe('a group of another server', () => {
  test('is not found, and neither is a malformed id', async () => {
    const [serverId, other] = [await roles.newServer(), await roles.newServer()];
    const otherGroup = await alice.call.groups.create({ serverId: other, name: 'Ops' });
    const { id: channelId } = await alice.call.channels.create({ serverId, name: 'here' });
    for (const groupId of [
      otherGroup.id,
      '00000000-0000-7000-8000-000000000000',
      'nonsense',
      '',
      '\0',
      '\ud800',
    ]) {
      await refusedWith('GROUP_NOT_FOUND', alice.call.groups.update({ serverId, groupId, name: 'Mine' }));
      await refusedWith('GROUP_NOT_FOUND', alice.call.groups.delete({ serverId, groupId }));
      await refusedWith('GROUP_NOT_FOUND', alice.call.channels.update({ serverId, channelId, groupId }));
    }
    const { channelGroups } = tables;
    const rows = await world.services.db
      .select()
      .from(channelGroups)
      .where(eq(channelGroups.serverId, other));
    expect(rows).toMatchObject([{ id: otherGroup.id, name: 'Ops' }]);
  });
});
