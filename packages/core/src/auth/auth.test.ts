import { tables } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPasswordHasher } from '../kernel/services/passwords.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type World } from '../testing/world.js';

const DAY_MS = 24 * 3600 * 1000;

let world: World;
beforeAll(async () => {
  // Where mail is off, an address counts at once.
  world = await createWorld({ passwords: await createPasswordHasher(), mailPagesUrl: null });
});
afterAll(() => world.close());

const register = (fields: { username: string; password?: string; email?: string; displayName?: string }) =>
  world.anonymous.call.auth.register({ password: PASSWORD, ...fields });

describe('auth.register', () => {
  test('makes an account and a session', async () => {
    const { token, user, expiresAt } = await register({ username: 'Alice', email: 'Alice@example.com' });
    expect(token).toMatch(/^plv_[\w-]{43}$/);
    expect(user).toMatchObject({
      username: 'Alice',
      displayName: 'Alice',
      bot: false,
      status: '',
      avatarPath: null,
      metadata: null,
    });
    expect(new Date(expiresAt).getTime() - world.clock.now().getTime()).toBe(30 * DAY_MS);
    expect(await world.userWithToken(user.id, token).call.users.me()).toEqual(user);
  });

  test('a username and an e-mail address belong to one account, without regard to case, also for many at once', async () => {
    const tries = await Promise.allSettled(['bob', 'BOB', 'Bob'].map((username) => register({ username })));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    await refusedWith('USERNAME_TAKEN', register({ username: 'bOb' }));
    await register({ username: 'carol', email: 'carol@example.com' });
    await refusedWith('EMAIL_TAKEN', register({ username: 'carol2', email: 'CAROL@example.com' }));
  });

  test.each([
    ['username', { username: 'a' }],
    ['username', { username: 'a'.repeat(33) }],
    ['username', { username: 'white space' }],
    ['username', { username: 'ünïcode' }],
    ['password', { username: 'dave', password: 'x'.repeat(7) }],
    ['password', { username: 'dave', password: 'x'.repeat(129) }],
    ['password', { username: 'dave', password: `nul${'\0'.repeat(8)}` }],
    ['email', { username: 'dave', email: 'not an address' }],
    ['displayName', { username: 'dave', displayName: ' ' }],
    ['displayName', { username: 'dave', displayName: 'x'.repeat(65) }],
    ['displayName', { username: 'dave', displayName: 'a\nb' }],
  ])('refuses a bad %s: %j', async (_field, fields) => {
    await refusedWith('INVALID_INPUT', register(fields));
  });

  test('accepts passwords of 8 to 128 characters of any kind', async () => {
    for (const [n, password] of [`${'😀😁'.repeat(63)}xy`, ' a b c d', 'пароль-пароль'].entries()) {
      await register({ username: `pass${n}`, password });
      await world.anonymous.call.auth.login({ username: `pass${n}`, password });
    }
  });

  test('stores neither a password nor a token', async () => {
    const { token } = await register({ username: 'erin', password: 'a secret of erin' });
    const stored = JSON.stringify([
      await world.services.db.select().from(tables.users),
      await world.services.db.select().from(tables.sessions),
    ]);
    expect(stored).not.toContain('a secret of erin');
    expect(stored).not.toContain(token.slice(4));
    expect(stored).toContain('$argon2id$v=19$m=47104,t=1,p=1$');
  });
});

describe('auth.login', () => {
  test('accepts the username or the e-mail address, without regard to case', async () => {
    await register({ username: 'frank', email: 'frank@example.com' });
    const { login } = world.anonymous.call.auth;
    for (const by of [{ username: 'FRANK' }, { email: 'Frank@Example.com' }]) {
      expect((await login({ ...by, password: PASSWORD })).user.username).toBe('frank');
    }
  });

  test('an unknown name and a wrong password get the same error', async () => {
    await register({ username: 'grace' });
    const { login } = world.anonymous.call.auth;
    const answer = (fields: { username: string; password: string }) =>
      login(fields).catch((error) => error.message);
    const wrong = await answer({ username: 'grace', password: 'wrong password' });
    for (const username of ['nobody-here', 'nul\0nul', '']) {
      expect(await answer({ username, password: 'wrong password' })).toBe(wrong);
    }
    await refusedWith('WRONG_CREDENTIALS', login({ username: 'grace', password: 'wrong password' }));
  });

  test('requires either a username or an e-mail address', async () => {
    const { login } = world.anonymous.call.auth;
    await refusedWith('INVALID_INPUT', login({ password: PASSWORD }));
    await refusedWith('INVALID_INPUT', login({ username: 'grace', email: 'a@b.de', password: PASSWORD }));
  });
});

describe('sessions', () => {
  test('logout ends only the session of the call', async () => {
    const heidi = await world.person('heidi');
    const second = await world.anonymous.call.auth.login({ username: 'heidi', password: PASSWORD });
    const ended: string[] = [];
    const stop = world.services.bus.onSessionEnd(({ sessionId }) => ended.push(sessionId));
    const [newest] = await heidi.call.auth.sessions();
    expect(await world.userWithToken(heidi.id, second.token).call.auth.logout()).toEqual({ ok: true });
    stop();
    expect(ended).toEqual([newest?.id]);
    await refusedWith('UNAUTHENTICATED', world.userWithToken(heidi.id, second.token).call.users.me());
    expect(await world.userWithToken(heidi.id, heidi.token ?? '').call.auth.sessions()).toMatchObject([
      { current: true },
    ]);
  });

  test('are renewed by use and end after 30 days without use', async () => {
    const ivan = await world.person('ivan');
    const fresh = () => world.userWithToken(ivan.id, ivan.token ?? '');
    for (let days = 0; days < 100; days += 25) {
      world.clock.advance(25 * DAY_MS);
      await fresh().call.users.me();
    }
    world.clock.advance(30 * DAY_MS);
    await refusedWith('UNAUTHENTICATED', fresh().call.users.me());
  });

  test('end 180 days after they began, used or not', async () => {
    const judy = await world.person('judy');
    const fresh = () => world.userWithToken(judy.id, judy.token ?? '');
    for (let day = 20; day < 180; day += 20) {
      world.clock.advance(20 * DAY_MS);
      await fresh().call.users.me();
    }
    world.clock.advance(20 * DAY_MS);
    await refusedWith('UNAUTHENTICATED', fresh().call.users.me());
  });

  test("a user lists and ends their own sessions; another user's session is not found", async () => {
    const kim = await world.person('kim');
    const leo = await world.person('leo');
    const [session] = await kim.call.auth.sessions();
    const sessionId = session?.id ?? '';
    await refusedWith('SESSION_NOT_FOUND', leo.call.auth.endSession({ sessionId }));
    await refusedWith('SESSION_NOT_FOUND', leo.call.auth.endSession({ sessionId: 'nonsense' }));
    await kim.call.auth.endSession({ sessionId });
    await refusedWith('UNAUTHENTICATED', world.userWithToken(kim.id, kim.token ?? '').call.users.me());
  });

  test('a new password ends all other sessions', async () => {
    const mia = await world.person('mia');
    const second = await world.anonymous.call.auth.login({ username: 'mia', password: PASSWORD });
    const change = (currentPassword: string) =>
      mia.call.auth.changePassword({ currentPassword, newPassword: 'another good password' });
    await refusedWith('WRONG_PASSWORD', change('not my password'));
    await change(PASSWORD);
    await refusedWith('UNAUTHENTICATED', world.userWithToken(mia.id, second.token).call.users.me());
    expect(await world.userWithToken(mia.id, mia.token ?? '').call.users.me()).toMatchObject({
      username: 'mia',
    });
    await refusedWith(
      'WRONG_CREDENTIALS',
      world.anonymous.call.auth.login({ username: 'mia', password: PASSWORD }),
    );
    await world.anonymous.call.auth.login({ username: 'mia', password: 'another good password' });
  });
});

describe('social sign-in', () => {
  test('has no providers', async () => {
    await refusedWith('PROVIDER_NOT_CONFIGURED', world.anonymous.call.auth.social({ provider: 'acme' }));
    await refusedWith('PROVIDER_NOT_CONFIGURED', world.anonymous.call.auth.callback({ provider: 'acme' }));
  });
});
