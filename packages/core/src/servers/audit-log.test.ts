import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeDeleted } from '../maintenance/purge-deleted.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let mona: TestUser;
let bob: TestUser;
let serverId: string;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  mona = await world.person('mona');
  bob = await world.person('bob');
  serverId = (await createServerWith(alice, mona, bob)).id;
});
afterAll(() => world.close());

const actsOf = async () =>
  (await alice.call.servers.auditLog({ serverId, limit: 100 })).map(({ act }) => act);

// Steps of one story, as each line stays.
describe('the audit log of a server', { shuffle: false }, () => {
  test('has a line of each act for which a role is needed, and none of what everybody may do', async () => {
    const { call } = alice;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await call.servers.update({ serverId, name: 'Acme & Co' });
    await call.servers.updateMember({ serverId, userId: mona.id, role: 'admin' });
    const { id: channelId } = await bob.call.channels.create({ serverId, name: 'noise' });
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'a secret' });
    const { id: ownId } = await bob.call.messages.send({ channelId, content: 'mine' });
    await bob.call.messages.delete({ messageId: ownId });
    await mona.call.messages.delete({ messageId });
    await call.servers.timeOut({ serverId, userId: bob.id, until, reason: 'noise' });
    await call.servers.endTimeout({ serverId, userId: bob.id });
    await call.servers.endTimeout({ serverId, userId: bob.id });
    const { code } = await bob.call.servers.createInvite({ serverId });
    await call.servers.deleteInvite({ serverId, code });
    await call.channels.update({ serverId, channelId, topic: 'quiet' });
    await call.channels.removeMember({ serverId, channelId, userId: bob.id });
    await call.channels.delete({ serverId, channelId });
    const { id: groupId } = await call.groups.create({ serverId, name: 'Work' });
    await call.groups.update({ serverId, groupId, name: 'Play' });
    await call.groups.delete({ serverId, groupId });
    await call.servers.removeMember({ serverId, userId: bob.id });
    await call.servers.ban({ serverId, userId: bob.id, reason: 'noise' });
    await call.servers.unban({ serverId, userId: bob.id });
    await call.servers.unban({ serverId, userId: bob.id });
    const lines = await call.servers.auditLog({ serverId, limit: 100 });
    expect(lines.map(({ act }) => act).reverse()).toEqual([
      'server.updated',
      'member.roleChanged',
      'message.deleted',
      'user.timedOut',
      'user.timeoutEnded',
      'invite.deleted',
      'channel.updated',
      'channel.memberRemoved',
      'channel.deleted',
      'group.created',
      'group.updated',
      'group.deleted',
      'member.removed',
      'user.banned',
      'user.unbanned',
    ]);
    expect(JSON.stringify(lines)).not.toContain('a secret');
    expect(JSON.stringify(lines)).not.toContain(code);
    expect(lines.find(({ act }) => act === 'message.deleted')).toEqual({
      id: expect.any(String),
      serverId,
      createdAt: world.clock.now().toISOString(),
      actorId: mona.id,
      actorName: 'mona',
      act: 'message.deleted',
      targetId: messageId,
      targetName: 'bob',
      details: { channelId, userId: bob.id },
    });
    expect(lines.find(({ act }) => act === 'user.timedOut')?.details).toEqual({ until, reason: 'noise' });
  });

  test('has pages, and those of one actor or one target', async () => {
    const all = await alice.call.servers.auditLog({ serverId, limit: 100 });
    const [first, second] = all;
    expect(await alice.call.servers.auditLog({ serverId, before: first?.id, limit: 1 })).toEqual([second]);
    expect(await alice.call.servers.auditLog({ serverId, after: second?.id })).toEqual([first]);
    expect(await alice.call.servers.auditLog({ serverId, actorId: mona.id })).toHaveLength(1);
    expect(await alice.call.servers.auditLog({ serverId, targetId: mona.id })).toMatchObject([
      { act: 'member.roleChanged', details: { from: 'member', to: 'admin' } },
    ]);
  });

  test('names no private channel, of which an admin may not know', async () => {
    const { id: channelId } = await alice.call.channels.create({ serverId, name: 'merger', isPrivate: true });
    await alice.call.channels.update({ serverId, channelId, topic: 'hush' });
    const [line] = await mona.call.servers.auditLog({ serverId, limit: 1 });
    expect(line).toMatchObject({ targetId: channelId, targetName: null, details: { changed: 'topic' } });
  });

  test('is read by admins alone', async () => {
    await alice.call.servers.updateMember({ serverId, userId: mona.id, role: 'moderator' });
    await refusedWith('ADMIN_REQUIRED', mona.call.servers.auditLog({ serverId }));
    await refusedWith('SERVER_NOT_FOUND', bob.call.servers.auditLog({ serverId }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.servers.auditLog({ serverId }));
  });

  test('has no line of what was refused', async () => {
    const before = await actsOf();
    await refusedWith('OWNER_CANNOT_LEAVE', alice.call.servers.ban({ serverId, userId: alice.id }));
    const past = '2026-01-01T00:00:00Z';
    await refusedWith('INVALID_INPUT', alice.call.servers.ban({ serverId, userId: bob.id, expiresAt: past }));
    expect(await actsOf()).toEqual(before);
  });

  test.each(['update server_acts set act = act', 'delete from server_acts', 'truncate server_acts'])(
    'refuses: %s',
    async (statement) => {
      const tried = world.services.db.$client.unsafe(statement);
      await expect(tried).rejects.toThrow('server_acts is append-only');
    },
  );

  test('goes with the server', async () => {
    const count = async () => (await world.services.db.$client.unsafe('select from server_acts')).length;
    expect(await count()).toBeGreaterThan(0);
    await alice.call.servers.delete({ serverId });
    await purgeDeleted(world.services.db);
    expect(await count()).toBe(0);
  });
});
