import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stream, serverStream, userStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { seenUser } from '../testing/seen-user.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
beforeAll(async () => {
  // Where mail is off, an address counts at once.
  world = await createWorld({ mailPagesUrl: null });
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
});
afterAll(() => world.close());

describe('users.updateMe', () => {
  test('changes the given fields, and others see it', async () => {
    const me = await alice.call.users.updateMe({ displayName: '  Alice A.  ', status: 'in a meeting' });
    expect(me).toMatchObject({ displayName: 'Alice A.', status: 'in a meeting', timezone: null });
    expect(await alice.call.users.updateMe({ timezone: 'Europe/Berlin' })).toEqual({
      ...me,
      timezone: 'Europe/Berlin',
    });
    expect(await alice.call.users.updateMe({ timezone: null })).toEqual(me);
    const {
      email: _email,
      timezone: _timezone,
      sharesTimezone: _sharesTimezone,
      readReceipts: _readReceipts,
      invisible: _invisible,
      externalId: _externalId,
      dmsFrom: _dmsFrom,
      blockedUserIds: _blockedUserIds,
      serviceAdmin: _serviceAdmin,
      pendingEmail: _pendingEmail,
      ...seen
    } = me;
    expect(await seenUser(bob, alice.id)).toEqual(seen);
  });

  test.each([
    { status: 'x'.repeat(129) },
    { status: 'nul\0' },
    { displayName: '' },
    { displayName: 'x'.repeat(65) },
    { timezone: 'Mars/Olympus' },
    { timezone: '+02:00' },
    { timezone: '' },
  ])('refuses %j', async (fields) => {
    await refusedWith('INVALID_INPUT', alice.call.users.updateMe(fields));
  });

  test('shows a time zone that is shared to oneself and to people of a common server, while they are in it', async () => {
    const [dana, erik, stranger] = await Promise.all([
      world.person('dana'),
      world.person('erik'),
      world.person('stranger'),
    ]);
    const { id: serverId } = await createServerWith(dana, erik);
    const seenBy = async (who: TestUser) => (await who.call.users.get({ userId: dana.id })).timezone;
    await dana.call.users.updateMe({ timezone: 'Asia/Tokyo' });
    expect(await Promise.all([dana, erik, stranger].map(seenBy))).toEqual([null, null, null]);
    const me = await dana.call.users.updateMe({ sharesTimezone: true });
    expect(me).toMatchObject({ timezone: 'Asia/Tokyo', sharesTimezone: true });
    const [zone, other] = ['Asia/Tokyo', null];
    expect(await Promise.all([dana, erik, stranger].map(seenBy))).toEqual([zone, zone, other]);
    expect((await world.log(userStream(dana.id))).at(-1)).toMatchObject({
      type: 'me.updated',
      data: { sharesTimezone: true },
    });
    const commonOf = async (who: TestUser) => (await who.call.users.get({ userId: dana.id })).commonServerIds;
    expect(await Promise.all([dana, erik, stranger].map(commonOf))).toEqual([[], [serverId], []]);
    await erik.call.servers.leave({ serverId });
    expect(await commonOf(erik)).toEqual([]);
    expect(await seenBy(erik)).toBeNull();
    await dana.call.users.updateMe({ sharesTimezone: false });
    expect(await seenBy(dana)).toBeNull();
  });

  test('needs a token', async () => {
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.updateMe({ status: 'hi' }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.me());
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.get({ userId: alice.id }));
    await refusedWith('USER_NOT_FOUND', bob.call.users.get({ userId: 'nonsense' }));
  });
});

describe('users.updateMe of the names that sign in', () => {
  const CURRENT = { currentPassword: PASSWORD };
  const login = (fields: { username?: string; email?: string }) =>
    world.anonymous.call.auth.login({ ...fields, password: PASSWORD });

  test('renames: the new name signs in and is published, and the old one is free', async () => {
    const carol = await world.person('carol');
    const { id: serverId } = await createServerWith(alice, carol);
    const me = await carol.call.users.updateMe({ username: 'Caroline', ...CURRENT });
    expect(me).toMatchObject({ id: carol.id, username: 'Caroline', displayName: 'carol' });
    expect((await login({ username: 'caroline' })).user).toEqual(me);
    await refusedWith('WRONG_CREDENTIALS', login({ username: 'carol' }));
    const {
      email: _email,
      timezone: _timezone,
      sharesTimezone: _sharesTimezone,
      readReceipts: _readReceipts,
      invisible: _invisible,
      externalId: _externalId,
      dmsFrom: _dmsFrom,
      blockedUserIds: _blockedUserIds,
      serviceAdmin: _serviceAdmin,
      pendingEmail: _pendingEmail,
      ...seen
    } = me;
    expect(await seenUser(bob, carol.id)).toEqual(seen);
    const told = async (stream: Stream) => (await world.log(stream)).at(-1);
    await expect.poll(() => told(serverStream(serverId))).toMatchObject({ type: 'user.updated', data: seen });
    await expect.poll(() => told(userStream(carol.id))).toMatchObject({ type: 'me.updated', data: me });
    await world.person('carol');
  });

  test('sets, changes and clears the e-mail address, which only oneself sees', async () => {
    const dave = await world.person('dave');
    const { id: serverId } = await createServerWith(dave);
    const before = await world.log(serverStream(serverId));
    const set = await dave.call.users.updateMe({ email: 'Dave@example.com', ...CURRENT });
    expect(set.email).toBe('Dave@example.com');
    expect((await login({ username: 'dave@EXAMPLE.com' })).user).toEqual(set);
    expect(await bob.call.users.get({ userId: dave.id })).not.toHaveProperty('email');
    expect((await world.log(userStream(dave.id))).at(-1)).toMatchObject({ type: 'me.updated', data: set });
    expect(await world.log(serverStream(serverId))).toEqual(before);

    await dave.call.users.updateMe({ email: 'david@example.com', ...CURRENT });
    await login({ email: 'david@example.com' });
    await refusedWith('WRONG_CREDENTIALS', login({ email: 'dave@example.com' }));
    expect((await dave.call.users.updateMe({ email: null, ...CURRENT })).email).toBeNull();
    await refusedWith('WRONG_CREDENTIALS', login({ email: 'david@example.com' }));
  });

  test('a name belongs to one account, without regard to case, also for many at once', async () => {
    const erin = await world.person('erin');
    await erin.call.users.updateMe({ email: 'erin@example.com', ...CURRENT });
    const rivals = await Promise.all(['frank', 'grace'].map((name) => world.person(name)));
    for (const { call } of rivals) {
      await refusedWith('USERNAME_TAKEN', call.users.updateMe({ username: 'ERIN', ...CURRENT }));
      await refusedWith('EMAIL_TAKEN', call.users.updateMe({ email: 'ERIN@example.com', ...CURRENT }));
    }
    for (const fields of [{ username: 'wanted' }, { email: 'wanted@example.com' }]) {
      const tries = rivals.map(({ call }) => call.users.updateMe({ ...fields, ...CURRENT }));
      const statuses = (await Promise.allSettled(tries)).map(({ status }) => status);
      expect(statuses.sort()).toEqual(['fulfilled', 'rejected']);
    }
    expect(await erin.call.users.updateMe({ username: 'Erin', ...CURRENT })).toMatchObject({
      username: 'Erin',
    });
  });

  test('needs the current password or a proof of the last ten minutes, but not to give the same names again', async () => {
    const heidi = await world.person('heidi');
    world.clock.advance(10 * 60_000);
    const me = await heidi.call.users.me();
    for (const fields of [{ username: 'heidi2' }, { email: 'heidi@example.com' }, { username: 'Heidi' }]) {
      await refusedWith('STEP_UP_REQUIRED', heidi.call.users.updateMe({ ...fields, status: 'never seen' }));
      const wrong = { ...fields, status: 'never seen', currentPassword: 'wrong password' };
      await refusedWith('WRONG_PASSWORD', heidi.call.users.updateMe(wrong));
    }
    expect(await heidi.call.users.me()).toEqual(me);
    const same = { username: 'heidi', email: null, status: 'the same' };
    expect(await heidi.call.users.updateMe(same)).toEqual({ ...me, status: 'the same' });
    world.clock.advance(-10 * 60_000);
  });

  test('ends the session after five wrong passwords, as changing the password does', async () => {
    const ivan = await world.person('ivan');
    const guess = { username: 'ivan2', currentPassword: 'wrong password' };
    for (let n = 0; n < 3; n++) await refusedWith('WRONG_PASSWORD', ivan.call.users.updateMe(guess));
    const change = { currentPassword: 'wrong password', newPassword: 'another good password' };
    for (let n = 0; n < 2; n++) await refusedWith('WRONG_PASSWORD', ivan.call.auth.changePassword(change));
    const again = world.userWithToken(ivan.id, ivan.token);
    await refusedWith('UNAUTHENTICATED', again.call.users.updateMe({ username: 'ivan2', ...CURRENT }));
  });

  test('is not for bots, nor without a token', async () => {
    const { bot, token } = await alice.call.bots.create({ username: 'robot' });
    const robot = world.userWithToken(bot.id, token);
    for (const fields of [{ username: 'robot2' }, { email: 'robot@example.com' }]) {
      await refusedWith('PEOPLE_ONLY', robot.call.users.updateMe({ ...fields, ...CURRENT }));
      await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.updateMe({ ...fields, ...CURRENT }));
    }
    expect(await robot.call.users.updateMe({ status: 'at work' })).toMatchObject({ status: 'at work' });
  });

  test.each([{ username: 'two words' }, { username: 'a@b' }, { username: 'here' }, { email: 'no address' }])(
    'refuses %j',
    async (fields) => {
      await refusedWith('INVALID_INPUT', alice.call.users.updateMe({ ...fields, ...CURRENT }));
    },
  );
});
