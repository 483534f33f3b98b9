import { tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { seenUser } from '../testing/seen-user.js';
import { createWorld, type World } from '../testing/world.js';
import { purgeEnded } from './purge.js';

let world: World;
let roles: Roles;
let serverId: string;
beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
});
afterAll(() => world.close());

/** A new server of alice's, with bob in it. */
async function newServer(): Promise<string> {
  serverId = await roles.newServer();
  const { code } = await roles.alice.call.servers.createInvite({ serverId });
  await roles.bob.call.servers.acceptInvite({ code });
  return serverId;
}
const eventsOf = async (id: string) => (await world.log(serverStream(id))).map(({ type }) => type);

describe('servers.ban', () => {
  test('removes a member with their bots, and keeps the reason', async () => {
    const { alice, bob } = roles;
    await newServer();
    const { bot } = await bob.call.bots.create({ username: 'bobs-bot' });
    await bob.call.servers.addMember({ serverId, userId: bot.id });
    const ban = await alice.call.servers.ban({ serverId, userId: bob.id, reason: 'spam' });
    expect(ban).toEqual({
      userId: bob.id,
      user: await seenUser(alice, bob.id),
      reason: 'spam',
      bannedBy: alice.id,
      createdAt: world.clock.now().toISOString(),
      expiresAt: null,
    });
    await refusedWith('SERVER_NOT_FOUND', bob.call.servers.get({ serverId }));
    const members = await alice.call.servers.members({ serverId });
    expect(members.map(({ user }) => user.id)).not.toContain(bot.id);
    expect((await eventsOf(serverId)).slice(-2)).toEqual(['member.left', 'member.left']);
    expect(await alice.call.servers.bans({ serverId })).toEqual([ban]);
  });

  test('a user who is not in the server is banned without an event', async () => {
    const { alice, carol } = roles;
    await newServer();
    const before = await eventsOf(serverId);
    expect(await alice.call.servers.ban({ serverId, userId: carol.id })).toMatchObject({ reason: null });
    expect(await eventsOf(serverId)).toEqual(before);
  });

  test('banning again replaces the reason, and the ban keeps its place in the list', async () => {
    const { alice, bob, carol } = roles;
    await newServer();
    const first = await alice.call.servers.ban({ serverId, userId: bob.id, reason: 'spam' });
    world.clock.advance(1000);
    const second = await alice.call.servers.ban({ serverId, userId: carol.id });
    const again = await alice.call.servers.ban({ serverId, userId: bob.id, reason: 'more spam' });
    expect(again).toEqual({ ...first, reason: 'more spam' });
    expect(await alice.call.servers.bans({ serverId })).toEqual([second, again]);
    expect(await alice.call.servers.bans({ serverId, limit: 1 })).toEqual([second]);
    expect(await alice.call.servers.bans({ serverId, before: carol.id })).toEqual([again]);
    expect(await alice.call.servers.bans({ serverId, after: bob.id })).toEqual([second]);
  });

  test('who is banned sees no invite and comes in by none, whoever has made it', async () => {
    const { alice, bob } = roles;
    await newServer();
    const { code } = await alice.call.servers.createInvite({ serverId });
    await alice.call.servers.ban({ serverId, userId: bob.id });
    await refusedWith('BANNED', bob.call.servers.getInvite({ code }));
    await refusedWith('BANNED', bob.call.servers.acceptInvite({ code }));
    expect(await alice.call.servers.listInvites({ serverId })).toContainEqual(
      expect.objectContaining({ code, uses: 0 }),
    );
    await alice.call.servers.unban({ serverId, userId: bob.id });
    expect(await bob.call.servers.acceptInvite({ code })).toMatchObject({ id: serverId });
  });

  test('a ban with an end is over then, by the clock of the database: it is not listed, and who was banned comes in', async () => {
    const { alice, bob } = roles;
    await newServer();
    const { code } = await alice.call.servers.createInvite({ serverId });
    const ban = (expiresAt: string) => alice.call.servers.ban({ serverId, userId: bob.id, expiresAt });
    await refusedWith('INVALID_INPUT', ban(new Date(Date.now() - 1000).toISOString()));
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    expect(await ban(expiresAt)).toMatchObject({ expiresAt });
    await refusedWith('BANNED', bob.call.servers.acceptInvite({ code }));
    await world.services.db.update(tables.serverBans).set({ expiresAt: sql`now() - interval '1 second'` });
    expect(await alice.call.servers.bans({ serverId })).toEqual([]);
    expect(await bob.call.servers.acceptInvite({ code })).toMatchObject({ id: serverId });
    await purgeEnded(world.services.db);
    expect(await world.services.db.$count(tables.serverBans)).toBe(0);
  });

  test('ending a ban is an act in the audit log, unless it has ended by itself', async () => {
    const { alice, bob } = roles;
    await newServer();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const ended = async () =>
      (await alice.call.servers.auditLog({ serverId })).filter(({ act }) => act === 'user.unbanned').length;
    await alice.call.servers.ban({ serverId, userId: bob.id, expiresAt });
    await alice.call.servers.unban({ serverId, userId: bob.id });
    expect(await ended()).toBe(1);
    await alice.call.servers.ban({ serverId, userId: bob.id, expiresAt });
    await world.services.db.update(tables.serverBans).set({ expiresAt: sql`now() - interval '1 second'` });
    await alice.call.servers.unban({ serverId, userId: bob.id });
    expect(await ended()).toBe(1);
  });

  test('a banned bot is not added again by its owner, who stays', async () => {
    const { alice, bob } = roles;
    await newServer();
    const { bot } = await bob.call.bots.create({ username: 'banned-bot' });
    await bob.call.servers.addMember({ serverId, userId: bot.id });
    await alice.call.servers.ban({ serverId, userId: bot.id });
    await refusedWith('BANNED', bob.call.servers.addMember({ serverId, userId: bot.id }));
    expect(await bob.call.servers.get({ serverId })).toMatchObject({ id: serverId });
    await bob.call.bots.delete({ botId: bot.id });
    expect(await alice.call.servers.bans({ serverId })).toEqual([]);
  });

  test('a ban while an invite is being accepted: the user is out, whichever comes first', async () => {
    const { alice, carol } = roles;
    for (let round = 0; round < 10; round++) {
      const { id } = await createServerWith(alice);
      const { code } = await alice.call.servers.createInvite({ serverId: id });
      const accepting = carol.call.servers.acceptInvite({ code });
      const [accepted] = await Promise.allSettled([
        accepting,
        alice.call.servers.ban({ serverId: id, userId: carol.id }),
      ]);
      if (accepted.status === 'rejected') await refusedWith('BANNED', accepting);
      await refusedWith('SERVER_NOT_FOUND', carol.call.servers.get({ serverId: id }));
      expect(await alice.call.servers.get({ serverId: id })).toMatchObject({ memberCount: 1 });
    }
  });

  test('who is told to leave by a ban stays out when invited again with an older invite', async () => {
    const { alice, bob, dave } = roles;
    await newServer();
    const { code } = await bob.call.servers.createInvite({ serverId });
    await alice.call.servers.ban({ serverId, userId: bob.id });
    await refusedWith('INVITE_NOT_FOUND', dave.call.servers.acceptInvite({ code }));
  });

  test.each([
    ['an outsider', () => roles.carol, 'SERVER_NOT_FOUND'],
    ['a former member', () => roles.dave, 'SERVER_NOT_FOUND'],
    ['a plain member', () => roles.bob, 'ADMIN_REQUIRED'],
    ['a bot', () => roles.robot, 'ADMIN_REQUIRED'],
    ['nobody', () => world.anonymous, 'UNAUTHENTICATED'],
  ] as const)('%s bans nobody, ends no ban and sees none', async (_who, someone, code) => {
    await newServer();
    const { call } = someone();
    const userId = roles.alice.id;
    const before = await eventsOf(serverId);
    await refusedWith(code, call.servers.ban({ serverId, userId, reason: 'mine' }));
    await refusedWith(code, call.servers.unban({ serverId, userId }));
    await refusedWith(code, call.servers.bans({ serverId }));
    expect(await eventsOf(serverId)).toEqual(before);
  });

  test('an admin bans plain members and outsiders, but neither admins nor the owner', async () => {
    const { alice, bob, carol } = roles;
    const { id } = await createServerWith(alice, bob, carol);
    for (const { id: userId } of [bob, carol])
      await alice.call.servers.updateMember({ serverId: id, userId, role: 'admin' });
    const ban = (userId: string) => bob.call.servers.ban({ serverId: id, userId });
    for (const { id: userId } of [alice, bob, carol]) await refusedWith('OWNER_REQUIRED', ban(userId));
    await refusedWith('OWNER_CANNOT_LEAVE', alice.call.servers.ban({ serverId: id, userId: alice.id }));
    await ban(roles.dave.id);
    await alice.call.servers.ban({ serverId: id, userId: carol.id });
  });

  test.each([{ reason: '' }, { reason: 'x'.repeat(513) }, { reason: 'nul\0' }])(
    'refuses %j',
    async (fields) => {
      await newServer();
      const ban = { serverId, userId: roles.bob.id, ...fields };
      await refusedWith('INVALID_INPUT', roles.alice.call.servers.ban(ban));
    },
  );

  test('refuses an unknown user', async () => {
    await newServer();
    for (const userId of ['nonsense', serverId])
      await refusedWith('USER_NOT_FOUND', roles.alice.call.servers.ban({ serverId, userId }));
  });
});

test('servers.unban of a user who is not banned changes nothing', async () => {
  await newServer();
  const input = { serverId, userId: roles.bob.id };
  expect(await roles.alice.call.servers.unban(input)).toEqual({ ok: true });
  for (const userId of ['nonsense', serverId])
    await refusedWith('USER_NOT_FOUND', roles.alice.call.servers.unban({ serverId, userId }));
  expect(await roles.bob.call.servers.get({ serverId })).toMatchObject({ memberCount: 3 });
});
