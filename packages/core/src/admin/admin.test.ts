import { tables } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverStream, userStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

let world: World;
let root: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld();
  root = world.operator;
  admin = await world.person('admin-ada');
  await root.call.admin.updateUser({ userId: admin.id, admin: true });
});
afterAll(() => world.close());

/** The caller without what the service remembers of their token. */
const again = (user: TestUser) => world.userWithToken(user.id, user.token);
const login = (username: string, password = PASSWORD) =>
  world.anonymous.call.auth.login({ username, password });

/** The newest lines of the audit log about a user or a server, as `actor act`. */
async function actsOn(targetId: string): Promise<string[]> {
  const acts = await admin.call.admin.auditLog({ targetId });
  return acts.map(({ actorName, act }) => `${actorName} ${act}`);
}

/** The ids of the sessions whose sockets are closed while `work` runs. */
async function closedBy(work: () => Promise<unknown>): Promise<string[]> {
  const ended: string[] = [];
  const stop = world.services.bus.onSessionEnd(({ sessionId }) => ended.push(sessionId));
  await work();
  stop();
  return ended;
}

describe('who may', () => {
  test('a person, a bot and an owner of a server may nothing, and a demoted admin nothing any more', async () => {
    const plain = await world.person('plain');
    await createServerWith(plain);
    await refusedWith('INSTANCE_ADMIN_REQUIRED', plain.call.admin.users({}));
    const { bot, token } = await admin.call.bots.create({ username: 'bot-of-admin' });
    await refusedWith('PEOPLE_ONLY', world.userWithToken(bot.id, token).call.admin.users({}));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.admin.users({}));
    expect(await plain.call.users.me()).toMatchObject({ serviceAdmin: false });
    await admin.call.admin.updateUser({ userId: plain.id, admin: true });
    await plain.call.admin.users({});
    expect(await plain.call.users.me()).toMatchObject({ serviceAdmin: true });
    await admin.call.admin.updateUser({ userId: plain.id, admin: false });
    const told = (await world.log(userStream(plain.id))).filter(({ type }) => type === 'me.updated');
    expect(told).toMatchObject([{ data: { serviceAdmin: true } }, { data: { serviceAdmin: false } }]);
    await refusedWith('INSTANCE_ADMIN_REQUIRED', plain.call.admin.users({}));
    await refusedWith('INSTANCE_ADMIN_REQUIRED', plain.call.admin.createUser({ username: 'no-chance' }));
  });

  test('of two admins that demote each other at once one stays', async () => {
    const small = await createWorld();
    const pair = await Promise.all(['ann', 'bea'].map((name) => small.person(name)));
    for (const { id } of pair) await small.operator.call.admin.updateUser({ userId: id, admin: true });
    const [ann, bea] = pair;
    const tries = await Promise.allSettled([
      ann?.call.admin.updateUser({ userId: bea?.id ?? '', admin: false }),
      bea?.call.admin.updateUser({ userId: ann?.id ?? '', admin: false }),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const users = await small.operator.call.admin.users({});
    expect(users.filter((user) => user.admin)).toHaveLength(1);
    await small.close();
  });

  test('the last admin is neither demoted nor deactivated, by the operator neither', async () => {
    const { call } = root;
    await refusedWith('LAST_ADMIN', call.admin.updateUser({ userId: admin.id, admin: false }));
    await refusedWith('LAST_ADMIN', admin.call.admin.updateUser({ userId: admin.id, deactivated: true }));
    expect(await call.admin.user({ userId: admin.id })).toMatchObject({ admin: true, deactivatedAt: null });
    await again(admin).call.users.me();
  });
});

describe('accounts', () => {
  test('are listed newest first, by pages and by the beginning of a name or an address', async () => {
    const names = ['list-one', 'list-two', 'LIST-three'];
    for (const username of names) await world.person(username);
    const found = await admin.call.admin.users({ query: 'List-' });
    expect(found.map(({ username }) => username)).toEqual(names.toReversed());
    const [first, ...rest] = found;
    expect(await admin.call.admin.users({ query: 'list-', before: first?.id, limit: 1 })).toEqual([rest[0]]);
    expect(await admin.call.admin.users({ query: 'list-', after: rest[0]?.id })).toEqual([first]);
    expect(await admin.call.admin.users({ query: '%' })).toEqual([]);
    expect(await admin.call.admin.users({ username: 'LIST-ONE' })).toMatchObject([{ username: 'list-one' }]);
    expect(await admin.call.admin.users({ username: 'list' })).toEqual([]);
    for (const bad of ['', 'nul\0', 'x'.repeat(255)]) {
      await refusedWith('INVALID_INPUT', admin.call.admin.users({ query: bad }));
      await refusedWith('INVALID_INPUT', admin.call.admin.servers({ query: bad }));
    }
    await admin.call.admin.createUser({ username: 'm1', email: 'mail@example.com' });
    expect(await admin.call.admin.users({ query: 'MAIL@' })).toMatchObject([{ username: 'm1' }]);
    expect(Object.keys(first ?? {})).not.toContain('passwordHash');
    expect(first?.lastUsedAt).toBe(first?.createdAt);
    await refusedWith('USER_NOT_FOUND', admin.call.admin.user({ userId: 'nobody' }));
  });

  test('are made with a password that was given, or one that is shown once', async () => {
    const { user, password } = await admin.call.admin.createUser({ username: 'made', admin: true });
    expect(user).toMatchObject({ username: 'made', displayName: 'made', admin: true });
    await login('made', password ?? '');
    const given = { username: 'made-2', password: 'another good password', email: 'made@example.com' };
    expect((await admin.call.admin.createUser(given)).password).toBeNull();
    await login('made-2', given.password);
    await refusedWith('USERNAME_TAKEN', admin.call.admin.createUser({ username: 'MADE' }));
    await refusedWith('EMAIL_TAKEN', admin.call.admin.createUser({ username: 'made-3', email: given.email }));
    await refusedWith(
      'INVALID_INPUT',
      admin.call.admin.createUser({ username: 'made-3', password: 'password' }),
    );
    expect(await actsOn(user.id)).toEqual(['admin-ada user.created']);
    await admin.call.admin.updateUser({ userId: user.id, admin: false });
    const log = JSON.stringify(await world.services.db.select().from(tables.adminActs));
    expect(log).not.toContain(password);
    expect(log).not.toContain(given.password);
  });

  test('a reset password ends every session and closes its sockets; bots stay', async () => {
    const dora = await world.person('dora');
    const { token } = await dora.call.bots.create({ username: 'dora-bot' });
    await login('dora');
    let password: string | null = '';
    const closed = await closedBy(async () => {
      ({ password } = await root.call.admin.resetPassword({ userId: dora.id }));
    });
    expect(closed).toHaveLength(2);
    await refusedWith('UNAUTHENTICATED', again(dora).call.users.me());
    await refusedWith('WRONG_CREDENTIALS', login('dora'));
    await login('dora', password ?? '');
    await world.userWithToken('', token).call.users.me();
    expect(await actsOn(dora.id)).toEqual(['root user.passwordReset']);
    const bot = await world.userWithToken('', token).call.users.me();
    await refusedWith('INVALID_INPUT', root.call.admin.resetPassword({ userId: bot.id }));
  });

  test('a deactivated one is signed out with its bots, keeps all it has, and works again afterwards', async () => {
    const [eve, owner] = [await world.person('eve'), await world.person('owner-of-eve')];
    const { id: serverId } = await createServerWith(owner, eve);
    const { bot, token } = await eve.call.bots.create({ username: 'eve-bot' });
    const off = await eve.call.bots.create({ username: 'eve-off' });
    await root.call.admin.updateUser({ userId: off.bot.id, deactivated: true });
    world.clock.advance(1_000);
    const ofBot = () => world.userWithToken(bot.id, token).call.users.me();
    await ofBot();
    const closed = await closedBy(() => admin.call.admin.updateUser({ userId: eve.id, deactivated: true }));
    expect(closed).toHaveLength(2);
    await refusedWith('UNAUTHENTICATED', again(eve).call.users.me());
    await refusedWith('UNAUTHENTICATED', ofBot());
    await refusedWith('ACCOUNT_DEACTIVATED', login('eve'));
    await refusedWith('WRONG_CREDENTIALS', login('eve', 'a wrong password'));
    await refusedWith(
      'USERNAME_TAKEN',
      world.anonymous.call.auth.register({ username: 'EVE', password: PASSWORD }),
    );
    const members = await owner.call.servers.members({ serverId });
    expect(members.map(({ user }) => user.username)).toContain('eve');

    expect(await admin.call.admin.updateUser({ userId: eve.id, deactivated: false })).toMatchObject({
      deactivatedAt: null,
    });
    await login('eve');
    await ofBot();
    await refusedWith('UNAUTHENTICATED', world.userWithToken(off.bot.id, off.token).call.users.me());
    expect(await actsOn(eve.id)).toEqual(['admin-ada user.reactivated', 'admin-ada user.deactivated']);
  });

  test('what is so already is not done or recorded again, and a bot is no admin', async () => {
    const fay = await world.person('fay-admin');
    await admin.call.admin.updateUser({ userId: fay.id });
    await admin.call.admin.updateUser({ userId: fay.id, admin: false, deactivated: false });
    expect(await actsOn(fay.id)).toEqual([]);
    const { bot } = await fay.call.bots.create({ username: 'fay-bot' });
    await refusedWith('INVALID_INPUT', admin.call.admin.updateUser({ userId: bot.id, admin: true }));
  });
});

test('sessions are listed without a secret, and one is ended with its sockets', async () => {
  const gil = await world.person('gil');
  await login('gil');
  const sessions = await admin.call.admin.sessions({ userId: gil.id });
  expect(sessions).toHaveLength(2);
  expect(Object.keys(sessions[0] ?? {})).toEqual(['id', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt']);
  const sessionId = sessions[1]?.id ?? '';
  expect(await closedBy(() => admin.call.admin.endSession({ userId: gil.id, sessionId }))).toEqual([
    sessionId,
  ]);
  await refusedWith('UNAUTHENTICATED', again(gil).call.users.me());
  await refusedWith('SESSION_NOT_FOUND', admin.call.admin.endSession({ userId: gil.id, sessionId }));
  const other = { userId: admin.id, sessionId: sessions[0]?.id ?? '' };
  await refusedWith('SESSION_NOT_FOUND', admin.call.admin.endSession(other));
  expect(await actsOn(gil.id)).toEqual(['admin-ada session.ended']);
});

describe('servers', () => {
  test('are seen without their contents, and deleted as their owner does', async () => {
    const [owner, member] = [await world.person('hal-owner'), await world.person('hal-member')];
    const { id: serverId } = await createServerWith(owner, member);
    const [found] = await admin.call.admin.servers({ limit: 1 });
    expect(found).toMatchObject({
      id: serverId,
      ownerUsername: 'hal-owner',
      memberCount: 2,
      channelCount: 1,
    });
    expect(await admin.call.admin.server({ serverId })).toEqual(found);
    const [general] = await owner.call.channels.list({ serverId });
    const channelId = general?.id ?? '';
    await refusedWith('CHANNEL_NOT_FOUND', admin.call.messages.list({ channelId }));
    await admin.call.admin.deleteServer({ serverId });
    expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({
      type: 'server.deleted',
      data: { id: serverId },
    });
    await refusedWith('SERVER_NOT_FOUND', owner.call.servers.get({ serverId }));
    await refusedWith('SERVER_NOT_FOUND', admin.call.admin.deleteServer({ serverId }));
    await refusedWith('SERVER_NOT_FOUND', admin.call.admin.server({ serverId: 'none' }));
    expect(await actsOn(serverId)).toEqual(['admin-ada server.deleted']);
  });

  test('are handed over to a member, who is told as by the owner', async () => {
    const [owner, member] = [await world.person('ida-owner'), await world.person('ida-member')];
    const { id: serverId } = await createServerWith(owner, member);
    const to = (userId: string) => admin.call.admin.handOverServer({ serverId, userId });
    await refusedWith('MEMBER_NOT_FOUND', to(admin.id));
    await admin.call.admin.updateUser({ userId: member.id, deactivated: true });
    await refusedWith('INVALID_INPUT', to(member.id));
    await admin.call.admin.updateUser({ userId: member.id, deactivated: false });
    expect(await to(member.id)).toMatchObject({ ownerId: member.id, ownerUsername: 'ida-member' });
    expect((await world.log(serverStream(serverId))).slice(-3)).toMatchObject([
      { type: 'member.updated', data: { userId: owner.id, role: 'admin' } },
      { type: 'member.updated', data: { userId: member.id, role: 'owner' } },
      { type: 'server.updated', data: { ownerId: member.id } },
    ]);
    await to(member.id);
    expect(await actsOn(serverId)).toEqual(['admin-ada server.handedOver']);
    expect(await member.call.servers.auditLog({ serverId })).toMatchObject([
      {
        act: 'server.handedOver',
        actorId: null,
        targetId: member.id,
        details: { from: 'member', to: 'owner' },
      },
    ]);
    expect((await world.log(userStream(admin.id))).map(({ type }) => type)).not.toContain('server.joined');
  });
});

describe('the audit log', () => {
  test('is paged, newest first, and names actor, act, target and request', async () => {
    const all = await admin.call.admin.auditLog({ limit: 100 });
    const [first, second] = all;
    expect(await admin.call.admin.auditLog({ limit: 1 })).toEqual([first]);
    expect(await admin.call.admin.auditLog({ limit: 1, before: first?.id })).toEqual([second]);
    expect(all.at(-1)).toMatchObject({
      actorId: null,
      actorName: 'root',
      act: 'user.promoted',
      targetId: admin.id,
      targetName: 'admin-ada',
      requestId: 'test',
    });
  });

  test.each(['update admin_acts set act = act', 'delete from admin_acts', 'truncate admin_acts'])(
    'refuses: %s',
    async (statement) => {
      const tried = world.services.db.$client.unsafe(statement);
      await expect(tried).rejects.toThrow('admin_acts is append-only');
    },
  );

  test('has no line of an act that was refused or rolled back', async () => {
    const before = await admin.call.admin.auditLog({ limit: 100 });
    await refusedWith('LAST_ADMIN', root.call.admin.updateUser({ userId: admin.id, admin: false }));
    await refusedWith('USERNAME_TAKEN', root.call.admin.createUser({ username: 'ADMIN-ADA' }));
    expect(await admin.call.admin.auditLog({ limit: 100 })).toEqual(before);
  });
});
