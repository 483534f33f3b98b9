import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverStream, userStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;

beforeAll(async () => {
  world = await createWorld();
  [alice, bob, carol] = await Promise.all([
    world.person('alice'),
    world.person('bob'),
    world.person('carol'),
  ]);
});
afterAll(() => world.close());

const serverWith = (...people: TestUser[]) => createServerWith(alice, ...people);
const typesIn = async (serverId: string) =>
  (await world.log(serverStream(serverId))).map((event) => event.type);

describe('servers.create', () => {
  test('makes its creator the owner and creates a general channel', async () => {
    const server = await alice.call.servers.create({ name: '  Acme  ' });
    expect(server).toMatchObject({ name: 'Acme', ownerId: alice.id, memberCount: 1 });
    const channels = await alice.call.channels.list({ serverId: server.id });
    expect(channels).toMatchObject([
      { name: 'general', memberCount: 1, createdBy: alice.id, isPrivate: false },
    ]);
    expect(await typesIn(server.id)).toEqual(['member.joined', 'channel.created']);
  });

  test('a retry with the same key gives the same server', async () => {
    const first = alice.withKey('make-acme');
    const second = alice.withKey('make-acme');
    const server = await first.call.servers.create({ name: 'Once' });
    expect(await second.call.servers.create({ name: 'Once' })).toEqual(server);
    expect(second.replyHeaders.get('Idempotent-Replayed')).toBe('true');
    expect(first.replyHeaders.has('Idempotent-Replayed')).toBe(false);
    await refusedWith(
      'IDEMPOTENCY_KEY_REUSED',
      alice.withKey('make-acme').call.servers.create({ name: 'Other' }),
    );
  });

  test('needs the token of a person', async () => {
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.servers.create({ name: 'Acme' }));
  });
});

describe('membership', () => {
  test('an invite makes a person a member, once, and the server is notified', async () => {
    const server = await serverWith(bob);
    const { code } = await bob.call.servers.createInvite({ serverId: server.id });
    const again = await bob.call.servers.acceptInvite({ code });
    expect(again.memberCount).toBe(2);
    const events = await world.log(serverStream(server.id));
    const data = { serverId: server.id, channelId: null, role: 'member', user: { id: bob.id } };
    expect(events.at(-2)).toMatchObject({ type: 'member.joined', data });
    const [general] = await bob.call.channels.list({ serverId: server.id });
    expect(events.at(-1)).toMatchObject({ type: 'member.joined', data: { channelId: general?.id } });
    expect(events.map((event) => event.data.seq)).toEqual([1, 2, 3, 4]);
  });

  test('only one of many users at once gets the last use of an invite', async () => {
    const server = await serverWith();
    const { code } = await alice.call.servers.createInvite({ serverId: server.id, maxUses: 1 });
    const tries = await Promise.allSettled([
      bob.call.servers.acceptInvite({ code }),
      carol.call.servers.acceptInvite({ code }),
    ]);
    expect(tries.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await alice.call.servers.get({ serverId: server.id })).memberCount).toBe(2);
  });

  test('an expired invite is not found', async () => {
    const server = await serverWith();
    const { code } = await alice.call.servers.createInvite({ serverId: server.id, expiresInSeconds: 60 });
    expect(await bob.call.servers.getInvite({ code })).toMatchObject({
      server: { name: 'Acme', memberCount: 1 },
    });
    world.clock.advance(60_000);
    await refusedWith('INVITE_NOT_FOUND', bob.call.servers.acceptInvite({ code }));
    await refusedWith('INVITE_NOT_FOUND', bob.call.servers.getInvite({ code }));
  });

  test('who has the code of an invite sees where it leads without an account, while it can be used', async () => {
    const server = await serverWith();
    const { code } = await alice.call.servers.createInvite({ serverId: server.id, maxUses: 1 });
    const { call } = world.anonymous;
    expect(await call.servers.getInvite({ code })).toEqual({
      code,
      expiresAt: null,
      server: { id: server.id, name: 'Acme', iconPath: null, memberCount: 1 },
    });
    for (const unknown of ['no-such-code', 'a b\0', ''])
      await refusedWith('INVITE_NOT_FOUND', call.servers.getInvite({ code: unknown }));
    await bob.call.servers.acceptInvite({ code });
    await refusedWith('INVITE_NOT_FOUND', call.servers.getInvite({ code }));
    await refusedWith('UNAUTHENTICATED', call.servers.acceptInvite({ code }));
  });

  test('a user who leaves is removed from the server, its channels and its counts', async () => {
    const server = await serverWith(bob);
    const secret = await alice.call.channels.create({ serverId: server.id, name: 'secret', isPrivate: true });
    await alice.call.channels.addMember({ serverId: server.id, channelId: secret.id, userId: bob.id });
    await bob.call.servers.leave({ serverId: server.id });

    await refusedWith('SERVER_NOT_FOUND', bob.call.servers.get({ serverId: server.id }));
    await refusedWith(
      'CHANNEL_NOT_FOUND',
      bob.call.channels.get({ serverId: server.id, channelId: secret.id }),
    );
    expect(await alice.call.channels.get({ serverId: server.id, channelId: secret.id })).toMatchObject({
      memberCount: 1,
    });
    expect((await typesIn(server.id)).at(-1)).toBe('member.left');
    expect((await world.log(userStream(bob.id))).at(-1)).toMatchObject({
      type: 'access.revoked',
      data: { serverId: server.id, channelId: null },
    });
  });

  test.each([
    ['an outsider', () => carol, 'SERVER_NOT_FOUND'],
    ['a plain member', () => bob, 'ADMIN_REQUIRED'],
    ['nobody', () => world.anonymous, 'UNAUTHENTICATED'],
  ] as const)('%s cannot remove a member', async (_who, someone, code) => {
    const server = await serverWith(bob);
    await refusedWith(code, someone().call.servers.removeMember({ serverId: server.id, userId: alice.id }));
    expect(await typesIn(server.id)).not.toContain('member.left');
  });

  test('an admin removes members, but neither admins nor the owner', async () => {
    const server = await serverWith(bob, carol);
    await alice.call.servers.updateMember({ serverId: server.id, userId: bob.id, role: 'admin' });
    await alice.call.servers.updateMember({ serverId: server.id, userId: carol.id, role: 'admin' });
    const remove = (userId: string) => bob.call.servers.removeMember({ serverId: server.id, userId });
    await refusedWith('OWNER_REQUIRED', remove(carol.id));
    await refusedWith('OWNER_REQUIRED', remove(alice.id));
    await alice.call.servers.updateMember({ serverId: server.id, userId: carol.id, role: 'member' });
    await remove(carol.id);
    await refusedWith('MEMBER_NOT_FOUND', remove(carol.id));
    await refusedWith('MEMBER_NOT_FOUND', remove('nonsense'));
  });

  test('a moderator deletes messages of others, removes nobody, and stops when the owner takes the role', async () => {
    const server = await serverWith(bob, carol);
    const serverId = server.id;
    const setRole = (role: 'moderator' | 'member') =>
      alice.call.servers.updateMember({ serverId, userId: bob.id, role });
    const [general] = await carol.call.channels.list({ serverId });
    const post = () => carol.call.messages.send({ channelId: general?.id ?? '', content: 'spam' });
    expect(await setRole('moderator')).toMatchObject({ role: 'moderator' });
    await bob.call.messages.delete({ messageId: (await post()).id });
    await refusedWith('ADMIN_REQUIRED', bob.call.servers.removeMember({ serverId, userId: carol.id }));
    await refusedWith('ADMIN_REQUIRED', bob.call.servers.ban({ serverId, userId: carol.id }));
    await refusedWith(
      'OWNER_REQUIRED',
      bob.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' }),
    );
    await setRole('member');
    const { id: messageId } = await post();
    await refusedWith('NOT_YOUR_MESSAGE', bob.call.messages.delete({ messageId }));
    expect(await typesIn(serverId)).toContain('member.updated');
  });

  test('the server has one owner after many changes of ownership at once', async () => {
    const server = await serverWith(bob, carol);
    await Promise.allSettled([
      alice.call.servers.updateMember({ serverId: server.id, userId: bob.id, role: 'owner' }),
      alice.call.servers.updateMember({ serverId: server.id, userId: carol.id, role: 'owner' }),
    ]);
    const members = await alice.call.servers.members({ serverId: server.id });
    const owners = members.filter((member) => member.role === 'owner');
    expect(owners).toHaveLength(1);
    expect((await alice.call.servers.get({ serverId: server.id })).ownerId).toBe(owners[0]?.user.id);
    expect(members.find((member) => member.user.id === alice.id)?.role).toBe('admin');
  });

  test('the owner cannot leave', async () => {
    const server = await serverWith(bob);
    await refusedWith('OWNER_CANNOT_LEAVE', alice.call.servers.leave({ serverId: server.id }));
  });
});

describe('servers.update and servers.delete', () => {
  test('an admin renames it, only the owner deletes it, and then nobody finds it', async () => {
    const server = await serverWith(bob);
    const { serverId } = { serverId: server.id };
    await refusedWith('ADMIN_REQUIRED', bob.call.servers.update({ serverId, name: 'Bobs' }));
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' });
    expect(await bob.call.servers.update({ serverId, name: 'Bobs' })).toMatchObject({ name: 'Bobs' });
    await refusedWith('OWNER_REQUIRED', bob.call.servers.delete({ serverId }));
    const [general] = await bob.call.channels.list({ serverId });
    await alice.call.servers.delete({ serverId });
    await refusedWith('SERVER_NOT_FOUND', alice.call.servers.get({ serverId }));
    await refusedWith('CHANNEL_NOT_FOUND', bob.call.channels.get({ serverId, channelId: general?.id ?? '' }));
    expect((await typesIn(serverId)).slice(-2)).toEqual(['server.updated', 'server.deleted']);
    expect((await alice.call.servers.list()).map((one) => one.id)).not.toContain(serverId);
  });
});

describe('lists', () => {
  test('of servers are whole, newest first', async () => {
    const dora = await world.person('dora');
    const made: string[] = [];
    for (let n = 0; n < 60; n++) made.unshift((await dora.call.servers.create({ name: `s${n}` })).id);
    expect((await dora.call.servers.list()).map((server) => server.id)).toEqual(made);
  });

  test('pages of invites have codes as cursors, and a member sees only their own', async () => {
    const server = await serverWith(bob);
    const { serverId } = { serverId: server.id };
    const own = await bob.call.servers.createInvite({ serverId, maxUses: 3, expiresInSeconds: 3600 });
    expect(own).toMatchObject({ uses: 0, maxUses: 3, createdBy: bob.id });
    expect(await bob.call.servers.listInvites({ serverId })).toEqual([own]);
    const all = await alice.call.servers.listInvites({ serverId });
    expect(all).toHaveLength(2);
    const second = await alice.call.servers.listInvites({ serverId, before: all[0]?.code ?? '' });
    expect(second).toEqual(all.slice(1));
    const others = all.find((invite) => invite.createdBy === alice.id)?.code ?? '';
    await refusedWith('INVITE_NOT_FOUND', bob.call.servers.deleteInvite({ serverId, code: others }));
    await alice.call.servers.deleteInvite({ serverId, code: own.code });
    await refusedWith('INVITE_NOT_FOUND', carol.call.servers.getInvite({ code: own.code }));
  });
});
