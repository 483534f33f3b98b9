import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverStream, userStream } from '../log/streams.js';
import { NO_REQUEST, transact } from '../log/transact.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { beginToLeaveAllServers } from './leaving.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ quotas: { serversOwned: 2 } });
});
afterAll(() => world.close());

let people = 0;
const person = (): Promise<TestUser> => world.person(`person-${++people}`);

/** What the deletion of an account does for its servers. */
async function goes({ id }: TestUser): Promise<void> {
  const { services } = world;
  await transact({ services, ...NO_REQUEST }, (tx) => beginToLeaveAllServers(tx, id));
  await services.background.idle();
}

/** A server of somebody with people who joined one after the other. */
async function serverWith(count: number) {
  const [owner, ...members] = await Promise.all(Array.from({ length: count + 1 }, person));
  if (!owner) throw new Error('nobody owns the server');
  const { id: serverId } = await createServerWith(owner);
  const { code } = await owner.call.servers.createInvite({ serverId });
  for (const member of members) {
    world.clock.advance(1);
    await member.call.servers.acceptInvite({ code });
  }
  const promote = ({ id: userId }: TestUser, role: 'admin' | 'moderator') =>
    owner.call.servers.updateMember({ serverId, userId, role });
  return { owner, members, serverId, promote };
}

const ownerOf = async ({ call }: TestUser, serverId: string) =>
  (await call.servers.get({ serverId })).ownerId;

/** Somebody of a list whom the test needs. */
function at(users: readonly TestUser[], index: number): TestUser {
  const user = users[index];
  if (!user) throw new Error(`there is no person ${index}`);
  return user;
}

describe('a server whose owner is gone belongs to', () => {
  test('the admin who has been there longest, and all hear of it in order', async () => {
    const { owner, members, serverId, promote } = await serverWith(4);
    await promote(at(members, 3), 'admin');
    await promote(at(members, 2), 'admin');
    await promote(at(members, 1), 'moderator');
    await goes(owner);
    const heir = at(members, 2);
    expect(await ownerOf(heir, serverId)).toBe(heir.id);
    // The last one is that the owner has left the channel as well.
    expect((await world.log(serverStream(serverId))).slice(-5, -1)).toMatchObject([
      { type: 'member.updated', data: { userId: owner.id, role: 'admin' } },
      { type: 'member.updated', data: { userId: heir.id, role: 'owner' } },
      { type: 'server.updated', data: { id: serverId, ownerId: heir.id } },
      { type: 'member.left', data: { userId: owner.id, memberCount: 4 } },
    ]);
    expect(await heir.call.servers.auditLog({ serverId, limit: 1 })).toMatchObject([
      {
        act: 'server.handedOver',
        actorId: owner.id,
        targetId: heir.id,
        details: { from: 'admin', to: 'owner', ownerIsGone: true },
      },
    ]);
    await refusedWith('SERVER_NOT_FOUND', owner.call.servers.get({ serverId }));
    expect((await world.log(userStream(owner.id))).at(-1)).toMatchObject({ type: 'access.revoked' });
  });

  test('a moderator where there is no admin', async () => {
    const { owner, members, serverId, promote } = await serverWith(3);
    await promote(at(members, 2), 'moderator');
    await goes(owner);
    expect(await ownerOf(at(members, 0), serverId)).toBe(at(members, 2).id);
  });

  test('the first member where there is none of them, also during a time-out', async () => {
    const { owner, members, serverId } = await serverWith(2);
    const heir = at(members, 0);
    const { bot } = await owner.call.bots.create({ username: `robot-${people}` });
    await owner.call.servers.addMember({ serverId, userId: bot.id });
    const until = new Date(Date.now() + 3600_000).toISOString();
    await owner.call.servers.timeOut({ serverId, userId: heir.id, until });
    await goes(owner);
    expect(await ownerOf(heir, serverId)).toBe(heir.id);
    await heir.call.servers.update({ serverId, name: 'Mine' });
    expect(await heir.call.servers.members({ serverId })).toHaveLength(2);
  });

  test('somebody who owns as many servers as one may', async () => {
    const { owner, members, serverId } = await serverWith(1);
    const heir = at(members, 0);
    for (const name of ['one', 'two']) await heir.call.servers.create({ name });
    await refusedWith('TOO_MANY_SERVERS', heir.call.servers.create({ name: 'three' }));
    await goes(owner);
    expect(await ownerOf(heir, serverId)).toBe(heir.id);
  });

  test('somebody who is deactivated only where there is nobody else', async () => {
    const { owner, members, serverId, promote } = await serverWith(2);
    const [idle, active] = [at(members, 0), at(members, 1)];
    await promote(idle, 'admin');
    await world.operator.call.admin.updateUser({ userId: idle.id, deactivated: true });
    await goes(owner);
    expect(await ownerOf(active, serverId)).toBe(active.id);
    await goes(active);
    const { ownerId } = await world.operator.call.admin.server({ serverId });
    expect(ownerId).toBe(idle.id);
  });

  test('nobody who goes as well', async () => {
    const { owner, members, serverId } = await serverWith(2);
    await Promise.all([goes(owner), goes(at(members, 0))]);
    expect(await ownerOf(at(members, 1), serverId)).toBe(at(members, 1).id);
  });
});

test('a server with bots alone is deleted', async () => {
  const { owner, serverId } = await serverWith(0);
  const { bot, token } = await owner.call.bots.create({ username: `robot-${people}-alone` });
  await owner.call.servers.addMember({ serverId, userId: bot.id });
  await goes(owner);
  const robot = world.userWithToken(bot.id, token);
  for (const { call } of [owner, robot])
    await refusedWith('SERVER_NOT_FOUND', call.servers.get({ serverId }));
  expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({ type: 'server.deleted' });
});

test('an owner still cannot leave as others do', async () => {
  const { owner, serverId } = await serverWith(1);
  await refusedWith('OWNER_CANNOT_LEAVE', owner.call.servers.leave({ serverId }));
});
