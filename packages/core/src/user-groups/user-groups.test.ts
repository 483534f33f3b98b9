import { newId, tables } from '@palaver/db';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverStream } from '../log/streams.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { purgeUserGroups } from './purge.js';

const MEMBERS_MAX = 3;

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let robot: TestUser;
let serverId: string;

beforeAll(async () => {
  world = await createWorld({ quotas: { membersPerUserGroup: MEMBERS_MAX } });
  roles = await createRoles(world);
  ({ alice, bob, carol, dave, robot } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = await roles.newServer();
});

const create = (handle: string, who = alice) => who.call.userGroups.create({ serverId, handle });
const log = () => world.log(serverStream(serverId));
const lastEvent = async () => (await log()).at(-1);

describe('a user group', () => {
  test('is created, changed and deleted by admins, and every member of the server hears of it', async () => {
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' });
    const group = await bob.call.userGroups.create({ serverId, handle: 'Designers', name: ' Design ' });
    expect(group).toMatchObject({
      ...{ serverId, handle: 'Designers', name: 'Design', memberCount: 0, createdBy: bob.id },
    });
    expect(await lastEvent()).toMatchObject({ type: 'user_group.created', data: group });
    const other = await create('writers');
    expect(other.name).toBe('writers');
    expect(await robot.call.userGroups.list({ serverId })).toEqual([other, group]);
    const path = { serverId, userGroupId: group.id };
    const renamed = await alice.call.userGroups.update({ ...path, handle: 'design' });
    expect(renamed).toEqual({ ...group, handle: 'design' });
    expect(await lastEvent()).toMatchObject({ type: 'user_group.updated', data: renamed });
    const events = (await log()).length;
    expect(await alice.call.userGroups.update({ ...path, handle: 'design', name: 'Design' })).toEqual(
      renamed,
    );
    expect(await log()).toHaveLength(events);
    await alice.call.userGroups.delete(path);
    expect(await lastEvent()).toMatchObject({ type: 'user_group.deleted', data: { id: group.id, serverId } });
    expect(await alice.call.userGroups.list({ serverId })).toEqual([other]);
    await refusedWith('USER_GROUP_NOT_FOUND', alice.call.userGroups.delete(path));
    const acts = await alice.call.servers.auditLog({ serverId });
    expect(acts.map(({ act, targetName }) => `${act} ${targetName}`).slice(0, 4)).toEqual([
      'userGroup.deleted design',
      'userGroup.updated Designers',
      'userGroup.created writers',
      'userGroup.created Designers',
    ]);
  });

  test('is changed by nobody else', async () => {
    const { id: userGroupId } = await create('designers');
    const path = { serverId, userGroupId };
    const mona = await world.person(`mona-${newId().slice(-8)}`);
    const { code } = await alice.call.servers.createInvite({ serverId });
    await mona.call.servers.acceptInvite({ code });
    await alice.call.servers.updateMember({ serverId, userId: mona.id, role: 'moderator' });
    const before = await log();
    const writes = ({ call }: TestUser) => [
      () => call.userGroups.create({ serverId, handle: 'writers' }),
      () => call.userGroups.update({ ...path, name: 'Writers' }),
      () => call.userGroups.delete(path),
      () => call.userGroups.addMember({ ...path, userId: bob.id }),
      () => call.userGroups.removeMember({ ...path, userId: bob.id }),
    ];
    for (const [who, code] of [
      [bob, 'ADMIN_REQUIRED'],
      [mona, 'ADMIN_REQUIRED'],
      [robot, 'ADMIN_REQUIRED'],
      [carol, 'SERVER_NOT_FOUND'],
      [dave, 'SERVER_NOT_FOUND'],
      [world.anonymous, 'UNAUTHENTICATED'],
    ] as const) {
      for (const write of writes(who)) await refusedWith(code, write());
    }
    for (const who of [carol, dave]) {
      await refusedWith('SERVER_NOT_FOUND', who.call.userGroups.list({ serverId }));
      await refusedWith('SERVER_NOT_FOUND', who.call.userGroups.members(path));
    }
    expect(await log()).toEqual(before);
  });

  test('of another server is not found', async () => {
    const { id: userGroupId } = await create('designers');
    const elsewhere = { serverId: await roles.newServer(), userGroupId };
    await refusedWith('USER_GROUP_NOT_FOUND', alice.call.userGroups.update({ ...elsewhere, name: 'x' }));
    await refusedWith('USER_GROUP_NOT_FOUND', alice.call.userGroups.members(elsewhere));
    for (const id of [newId(), 'no id'])
      await refusedWith('USER_GROUP_NOT_FOUND', alice.call.userGroups.members({ serverId, userGroupId: id }));
  });
});

describe('a handle', () => {
  test('is unique in its server, and no name of a member', async () => {
    const { id: userGroupId } = await create('designers');
    await refusedWith('HANDLE_TAKEN', create('DESIGNERS'));
    await refusedWith('HANDLE_TAKEN', create('Bob'));
    await refusedWith('HANDLE_TAKEN', create('robot'));
    // Carol is in no server with alice.
    const { id: other } = await create('carol');
    await refusedWith(
      'HANDLE_TAKEN',
      alice.call.userGroups.update({ serverId, userGroupId: other, handle: 'Designers' }),
    );
    await refusedWith('HANDLE_TAKEN', alice.call.userGroups.update({ serverId, userGroupId, handle: 'bob' }));
    // The case of its own may change.
    const update = { serverId, userGroupId, handle: 'Designers' };
    expect(await alice.call.userGroups.update(update)).toMatchObject({ handle: 'Designers' });
    serverId = await roles.newServer();
    await create('designers');
  });

  test('of two at once is given to one', async () => {
    const made = await Promise.allSettled([create('designers'), create('Designers')]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each(['a', 'x'.repeat(33), 'with space', 'dé', '...', 'here', 'Channel', 'everyone', ''])(
    '%j is refused',
    async (handle) => {
      await refusedWith('INVALID_INPUT', create(handle));
    },
  );

  test('and a name are taken at their limits', async () => {
    const group = { serverId, handle: 'x'.repeat(32), name: 'y'.repeat(64) };
    expect(await alice.call.userGroups.create(group)).toMatchObject(group);
    const long = { ...group, handle: 'other', name: 'y'.repeat(65) };
    await refusedWith('INVALID_INPUT', alice.call.userGroups.create(long));
  });
});

describe('the members of a user group', () => {
  let path: { serverId: string; userGroupId: string };
  beforeEach(async () => {
    path = { serverId, userGroupId: (await create('designers')).id };
  });
  const add = (who: TestUser) => alice.call.userGroups.addMember({ ...path, userId: who.id });
  const remove = (who: TestUser) => alice.call.userGroups.removeMember({ ...path, userId: who.id });
  const names = async () => (await bob.call.userGroups.members(path)).map(({ username }) => username);

  test('are members of the server, added and removed once', async () => {
    await add(bob);
    expect(await lastEvent()).toMatchObject({
      type: 'user_group.member_added',
      data: { ...path, memberCount: 1, user: { id: bob.id, username: 'bob' } },
    });
    await add(robot);
    const before = await log();
    await add(bob);
    expect(await log()).toEqual(before);
    expect(await names()).toEqual(['robot', 'bob']);
    const [group] = await bob.call.userGroups.list({ serverId });
    expect(group).toMatchObject({ memberCount: 2 });
    await remove(bob);
    expect(await lastEvent()).toMatchObject({
      type: 'user_group.member_removed',
      data: { ...path, memberCount: 1, userId: bob.id },
    });
    const after = await log();
    await remove(bob);
    expect(await log()).toEqual(after);
    for (const userId of [carol.id, dave.id, newId(), 'no id']) {
      await refusedWith('MEMBER_NOT_FOUND', alice.call.userGroups.addMember({ ...path, userId }));
      await refusedWith('MEMBER_NOT_FOUND', alice.call.userGroups.removeMember({ ...path, userId }));
    }
    expect(await names()).toEqual(['robot']);
  });

  test('are as many as the quota says', async () => {
    const { code } = await alice.call.servers.createInvite({ serverId });
    for (const who of [alice, bob]) await add(who);
    const others = [
      await world.person(`n-${newId().slice(-12)}`),
      await world.person(`n-${newId().slice(-12)}`),
    ];
    for (const { call } of others) await call.servers.acceptInvite({ code });
    const added = await Promise.allSettled(others.map(add));
    expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await names()).toHaveLength(MEMBERS_MAX);
    // Who is in it already needs no room.
    await add(bob);
    await remove(bob);
    await Promise.allSettled(others.map(add));
    expect(await names()).toHaveLength(MEMBERS_MAX);
  });

  test('leave it with the server', async () => {
    const { id: userGroupId } = await create('writers');
    await alice.call.userGroups.addMember({ serverId, userGroupId, userId: bob.id });
    await add(bob);
    await add(alice);
    await bob.call.servers.leave({ serverId });
    const told = (await log()).flatMap(({ type, data }) =>
      type === 'user_group.updated' ? [`${data.handle} ${data.memberCount}`] : [],
    );
    expect(told.sort()).toEqual(['designers 1', 'writers 0']);
    expect(await alice.call.userGroups.members(path)).toMatchObject([{ id: alice.id }]);
    // Coming back brings nothing back.
    const { code } = await alice.call.servers.createInvite({ serverId });
    await bob.call.servers.acceptInvite({ code });
    expect(await names()).toEqual(['alice']);
  });

  test('go with the group, and with the server', async () => {
    const { id: other } = await create('writers');
    await alice.call.userGroups.addMember({ serverId, userGroupId: other, userId: bob.id });
    await add(bob);
    const stored = async () => {
      const rows = await world.services.db.select().from(tables.userGroupMembers);
      return rows.flatMap(({ groupId }) => ([path.userGroupId, other].includes(groupId) ? [groupId] : []));
    };
    await alice.call.userGroups.delete(path);
    expect(await stored()).toEqual([other]);
    await alice.call.servers.delete({ serverId });
    await refusedWith('SERVER_NOT_FOUND', bob.call.userGroups.list({ serverId }));
    await purgeUserGroups(world.services.db, serverId);
    expect(await stored()).toEqual([]);
  });
});
