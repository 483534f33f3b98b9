import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

const HOUR_MS = 3600 * 1000;

let n = 0;
const newcomer = () => ({ username: `newcomer-${++n}`, password: PASSWORD });

describe.each(['open', 'invite', 'closed'] as const)('registration %s', (registration) => {
  let world: World;
  let owner: TestUser;
  let serverId: string;
  beforeAll(async () => {
    world = await createWorld({ registration });
    const { user, password } = await world.operator.call.admin.createUser({
      username: 'owner-one',
      admin: true,
    });
    const { token } = await world.anonymous.call.auth.login({
      username: user.username,
      password: password ?? '',
    });
    owner = world.userWithToken(user.id, token);
    ({ id: serverId } = await createServerWith(owner));
  });
  afterAll(() => world.close());
  const invite = async () => (await owner.call.servers.createInvite({ serverId, maxUses: 1 })).code;
  const register = (fields: object = {}) => world.anonymous.call.auth.register({ ...newcomer(), ...fields });
  const refusal = { open: null, invite: 'INVITE_REQUIRED', closed: 'REGISTRATION_CLOSED' } as const;

  test('without an invite', async () => {
    const expected = refusal[registration];
    if (expected === null) await register();
    else await refusedWith(expected, register());
  });

  test('with an invite, which makes the account a member once, or leaves no account', async () => {
    const code = await invite();
    if (registration === 'closed') {
      await refusedWith('REGISTRATION_CLOSED', register({ inviteCode: code }));
      return;
    }
    await refusedWith('INVITE_NOT_FOUND', register({ inviteCode: 'no-such-code' }));
    await refusedWith('INVITE_NOT_FOUND', register({ inviteCode: 'a b\0' }));
    const { memberCount } = await owner.call.servers.get({ serverId });
    const { user, token } = await register({ inviteCode: code });
    const [server] = await world.userWithToken(user.id, token).call.servers.list();
    expect(server).toMatchObject({ id: serverId, memberCount: memberCount + 1 });
    expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({
      type: 'member.joined',
      data: { user: { id: user.id } },
    });
    const username = 'came-too-late';
    await refusedWith('INVITE_NOT_FOUND', register({ inviteCode: code, username }));
    expect(await world.operator.call.admin.users({ username })).toEqual([]);
  });

  test('attack: an invite that does not work tells nothing about who has an account', async () => {
    const [username, email] = [`hidden-${registration}`, `${registration}@example.com`];
    await world.operator.call.admin.createUser({ username, email, password: PASSWORD });
    const expected = registration === 'closed' ? 'REGISTRATION_CLOSED' : 'INVITE_NOT_FOUND';
    const used = await invite();
    if (registration !== 'closed') await register({ inviteCode: used });
    for (const inviteCode of ['no-such-code', used]) {
      await refusedWith(expected, register({ inviteCode, username }));
      await refusedWith(expected, register({ inviteCode, email }));
    }
  });

  test('an admin makes accounts, who sign in', async () => {
    await world.operator.call.admin.createUser({ username: 'made-here', password: PASSWORD });
    await world.anonymous.call.auth.login({ username: 'made-here', password: PASSWORD });
  });
});

describe('the setup code', () => {
  const fresh = async () => {
    const world = await createWorld({ registration: 'closed' });
    const setupCode = world.services.setupCode?.text ?? '';
    return {
      world,
      setupCode,
      register: (code: string) => world.anonymous.call.auth.register({ ...newcomer(), setupCode: code }),
    };
  };

  test('makes the first account an admin, where nobody else may register, and works once', async () => {
    const { world, setupCode, register } = await fresh();
    const taken = await world.operator.call.admin.createUser({ username: 'taken-name' });
    const clash = { username: taken.user.username, password: PASSWORD, setupCode };
    await refusedWith('USERNAME_TAKEN', world.anonymous.call.auth.register(clash));
    const { user, token } = await register(` ${setupCode.toLowerCase()} `);
    const admin = world.userWithToken(user.id, token);
    expect(await admin.call.admin.auditLog({ limit: 1 })).toMatchObject([
      { act: 'user.promoted', actorId: user.id, details: { by: 'setup code' } },
    ]);
    expect(JSON.stringify(await admin.call.admin.auditLog({}))).not.toContain(setupCode);
    await refusedWith('WRONG_SETUP_CODE', register(setupCode));
    await world.close();
  });

  test('makes one admin of many that come with it at once', async () => {
    const { world, setupCode, register } = await fresh();
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => register(setupCode)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.operator.call.admin.users({})).toHaveLength(1);
    await world.close();
  });

  test('is over after ten wrong guesses, after an hour, and when there is an admin', async () => {
    const guessed = await fresh();
    for (let guess = 0; guess < 10; guess++)
      await refusedWith('WRONG_SETUP_CODE', guessed.register(`WRONG-${guess}`));
    await refusedWith('WRONG_SETUP_CODE', guessed.register(guessed.setupCode));
    await guessed.world.close();

    const late = await fresh();
    late.world.clock.advance(HOUR_MS);
    await refusedWith('WRONG_SETUP_CODE', late.register(late.setupCode));
    await late.world.close();

    const administered = await fresh();
    await administered.world.operator.call.admin.createUser({ username: 'first-one', admin: true });
    await refusedWith('WRONG_SETUP_CODE', administered.register(administered.setupCode));
    await administered.world.close();
  });
});

test('pages are told how people get an account, and that there is no admin until there is one', async () => {
  const world = await createWorld({ registration: 'invite', mailPagesUrl: null });
  const options = () => world.anonymous.call.auth.options();
  expect(await options()).toEqual({
    registration: 'invite',
    awaitsAdmin: true,
    sendsMail: false,
    providers: [],
  });
  await world.operator.call.admin.createUser({ username: 'owner-two', admin: true });
  expect(await options()).toMatchObject({ awaitsAdmin: false });
  await world.close();
});
