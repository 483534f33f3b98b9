import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import { type Stream, serverStream, userStream } from '../log/streams.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { SCOPES, type Scope } from '../protocol/scopes.js';
import { appRouter } from '../router.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { type Caller, createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let admin: TestUser;
let key: Caller;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.person('admin-ada');
  await world.operator.call.admin.updateUser({ userId: admin.id, admin: true });
  key = await keyWith('admin:write');
});
afterAll(() => world.close());

async function keyWith(...scopes: Scope[]): Promise<Caller> {
  const { token } = await world.operator.call.admin.createKey({ name: 'shop', scopes });
  return createCallerFactory(appRouter)(
    createContext(world.services, {
      requestId: 'test',
      token,
      userAgent: null,
      idempotencyKey: null,
      actingFor: null,
    }),
  );
}

const actsOn = async (targetId: string) =>
  (await admin.call.admin.auditLog({ targetId })).map(({ act, details }) => [act, details]);

/** The account that a key has made, once its person has signed in. */
async function personOf(userId: string): Promise<TestUser> {
  const { password } = await world.operator.call.admin.resetPassword({ userId });
  const { username } = await world.operator.call.admin.user({ userId });
  const { token } = await world.anonymous.call.auth.login({ username, password: password ?? '' });
  return world.userWithToken(userId, token);
}

const change = (id: string, changes: Partial<typeof tables.users.$inferInsert>) =>
  world.services.db.update(tables.users).set(changes).where(eq(tables.users.id, id));

describe('an account by its external id', () => {
  test('is made once, updated by what is given, and what is so already is no act', async () => {
    const externalId = 'shop:ann@example.com/1';
    const given = { username: 'ann', displayName: 'Ann Lee', email: 'ann@example.com' };
    const made = await key.admin.putExternalUser({ externalId, ...given, metadata: { plan: 'gold' } });
    expect(made).toMatchObject({
      created: true,
      user: { ...given, externalId, metadata: { plan: 'gold' }, admin: false, bot: false },
    });
    const { id } = made.user;
    expect(await key.admin.putExternalUser({ externalId })).toEqual({ ...made, created: false });
    expect(await key.admin.putExternalUser({ externalId, ...given, username: 'other' })).toEqual({
      ...made,
      created: false,
    });
    const changed = await key.admin.putExternalUser({ externalId, displayName: 'Ann Moe', metadata: null });
    expect(changed).toEqual({
      user: { ...made.user, displayName: 'Ann Moe', metadata: null },
      created: false,
    });
    expect(await actsOn(id)).toEqual([
      ['user.updated', { fields: 'displayName metadata' }],
      ['user.created', { admin: false }],
    ]);
  });

  test('is one, however many calls come at once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 8 }, () =>
        key.admin.putExternalUser({ externalId: 'shop:many', username: 'many' }),
      ),
    );
    expect(new Set(tries.map(({ user }) => user.id)).size).toBe(1);
    expect(tries.filter(({ created }) => created)).toHaveLength(1);
  });

  test('has a free username, and no address of another account', async () => {
    const bob = { username: 'bob', email: 'bob@example.com' };
    const [first, second] = await Promise.all(
      ['shop:b1', 'shop:b2'].map((externalId) => key.admin.putExternalUser({ externalId, ...bob })),
    );
    expect([first?.user.username, second?.user.username].sort()).toEqual(['bob', 'bob-2']);
    expect([first?.user.email, second?.user.email].sort()).toEqual(['bob@example.com', null]);
    const taking = await key.admin.putExternalUser({ externalId: 'shop:b3', displayName: 'Bo B.' });
    expect(taking.user.username).toBe('Bo-B');
    expect(await key.admin.putExternalUser({ externalId: 'shop:b3', email: 'BOB@example.com' })).toEqual({
      ...taking,
      created: false,
    });
  });

  test('is heard of in its servers and in its own stream', async () => {
    const externalId = 'shop:heard';
    const { user } = await key.admin.putExternalUser({ externalId, username: 'heard' });
    const owner = await world.person('owner');
    const { id: serverId } = await createServerWith(owner, await personOf(user.id));
    await key.admin.putExternalUser({ externalId, displayName: 'Heard' });
    const told = async (stream: Stream) => (await world.log(stream)).at(-1);
    await expect
      .poll(() => told(serverStream(serverId)))
      .toMatchObject({ type: 'user.updated', data: { id: user.id, displayName: 'Heard' } });
    expect(await told(userStream(user.id))).toMatchObject({
      type: 'me.updated',
      data: { externalId, displayName: 'Heard' },
    });
  });

  test.each([
    { externalId: '' },
    { externalId: 'with space' },
    { externalId: 'x'.repeat(129) },
    { username: 'me' },
    { displayName: 'x'.repeat(65) },
    { email: 'no address' },
    { email: `${'x'.repeat(250)}@example.com` },
    { metadata: { text: 'x'.repeat(4096) } },
    { metadata: [] },
    { admin: true },
    { deactivatedAt: null, id: 'mine' },
  ])('refuses %j, and makes nothing', async (input) => {
    // Some of these have no type of the input.
    const put = key.admin.putExternalUser as (given: object) => Promise<unknown>;
    await refusedWith('INVALID_INPUT', put({ externalId: 'shop:bad', ...input }));
    expect(await admin.call.admin.users({ externalId: 'shop:bad' })).toEqual([]);
  });
});

describe('who may', () => {
  test('a key with the scope and an admin; nobody else', async () => {
    const input = { externalId: 'shop:who' };
    const [outsider, owner] = [await world.person('outsider'), await world.person('bot-owner')];
    const { bot, token } = await owner.call.bots.create({ username: 'robot' });
    await refusedWith('INSTANCE_ADMIN_REQUIRED', outsider.call.admin.putExternalUser(input));
    await refusedWith('PEOPLE_ONLY', world.userWithToken(bot.id, token).call.admin.putExternalUser(input));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.admin.putExternalUser(input));
    const others = await keyWith(...SCOPES.filter((scope) => scope !== 'admin:write'));
    await refusedWith('SCOPE_REQUIRED', others.admin.putExternalUser(input));
    expect(await admin.call.admin.users(input)).toEqual([]);
    expect(await admin.call.admin.putExternalUser(input)).toMatchObject({ created: true });
  });

  test('no key changes an admin of the service, and nobody a bot or a deactivated person', async () => {
    const input = { externalId: 'shop:boss', email: 'mallory@example.com' };
    const { user } = await key.admin.putExternalUser({ externalId: input.externalId });
    await change(user.id, { admin: true });
    await refusedWith('KEY_NOT_ALLOWED', key.admin.putExternalUser(input));
    expect((await admin.call.admin.user({ userId: user.id })).email).toBeNull();
    await change(user.id, { admin: false, deactivatedAt: world.clock.now() });
    await refusedWith('ACCOUNT_DEACTIVATED', key.admin.putExternalUser(input));
    await change(user.id, { deactivatedAt: null, bot: true, botOwnerId: admin.id });
    await refusedWith('INVALID_INPUT', key.admin.putExternalUser(input));
  });
});
