import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
beforeAll(async () => {
  world = await createWorld();
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
    const { email: _email, timezone: _timezone, ...seen } = me;
    expect(await bob.call.users.get({ userId: alice.id })).toEqual(seen);
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

  test('needs a token', async () => {
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.updateMe({ status: 'hi' }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.me());
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.get({ userId: alice.id }));
    await refusedWith('USER_NOT_FOUND', bob.call.users.get({ userId: 'nonsense' }));
  });
});
