import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { SCOPES, type Scope } from '../protocol/scopes.js';
import { appRouter } from '../router.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

let world: World;
let admin: TestUser;
let alice: TestUser;
let serverId: string;
let channelId: string;
beforeAll(async () => {
  world = await createWorld();
  [admin, alice] = await Promise.all([world.person('admin-ada'), world.person('alice')]);
  await world.operator.call.admin.updateUser({ userId: admin.id, admin: true });
  ({ id: serverId } = await createServerWith(alice));
  ({ id: channelId } = await alice.call.channels.create({ serverId, name: 'deals' }));
});
afterAll(() => world.close());

const createCaller = createCallerFactory(appRouter);
const callWith = (token: string, actingFor: string | null = null, idempotencyKey: string | null = null) =>
  createCaller(
    createContext(world.services, { requestId: 'test', token, userAgent: null, idempotencyKey, actingFor }),
  );
const newKey = async (...scopes: Scope[]) => world.operator.call.admin.createKey({ name: 'backend', scopes });
/** A key with all scopes, which acts for alice. */
const forAlice = async (...scopes: Scope[]) =>
  callWith((await newKey(...(scopes.length > 0 ? scopes : SCOPES))).token, alice.id);

describe('making, listing and revoking', () => {
  test('a key is shown once, stored as a hash, listed without its token, and every act is in the audit log', async () => {
    const { key, token } = await admin.call.admin.createKey({
      name: ' shop ',
      scopes: ['messages:write', 'messages:write', 'users:read'],
    });
    expect(token).toMatch(/^plvk_[\w-]{43}$/);
    expect(key).toMatchObject({
      name: 'shop',
      scopes: ['messages:write', 'users:read'],
      createdBy: 'admin-ada',
      expiresAt: null,
      lastUsedAt: null,
    });
    expect((await admin.call.admin.keys())[0]).toEqual(key);
    const rows = await world.services.db.select().from(tables.apiKeys);
    expect(JSON.stringify(rows)).not.toContain(token);
    await admin.call.admin.revokeKey({ keyId: key.id });
    await refusedWith('KEY_NOT_FOUND', admin.call.admin.revokeKey({ keyId: key.id }));
    await refusedWith('KEY_NOT_FOUND', admin.call.admin.revokeKey({ keyId: 'nonsense' }));
    const acts = await admin.call.admin.auditLog({ targetId: key.id });
    expect(acts.map(({ act, targetName }) => [act, targetName])).toEqual([
      ['key.revoked', 'shop'],
      ['key.created', 'shop'],
    ]);
    expect(JSON.stringify(acts)).not.toContain(token);
  });

  test('a person, a bot and a key make, list and revoke none', async () => {
    const input = { name: 'mine', scopes: ['admin:write'] as Scope[] };
    await refusedWith('INSTANCE_ADMIN_REQUIRED', alice.call.admin.createKey(input));
    await refusedWith('INSTANCE_ADMIN_REQUIRED', alice.call.admin.keys());
    const { token } = await newKey(...SCOPES);
    await refusedWith('KEY_NOT_ALLOWED', callWith(token).admin.createKey(input));
    await refusedWith('KEY_NOT_ALLOWED', callWith(token).admin.keys());
    await refusedWith('KEY_NOT_ALLOWED', callWith(token).admin.revokeKey({ keyId: alice.id }));
    await refusedWith('KEY_NOT_ALLOWED', callWith(token, admin.id).admin.createKey(input));
  });

  test('an admin whose proof is old proves again that they are there', async () => {
    world.clock.advance(11 * 60_000);
    await refusedWith('STEP_UP_REQUIRED', admin.call.admin.createKey({ name: 'a', scopes: ['admin:read'] }));
    await refusedWith('STEP_UP_REQUIRED', admin.call.admin.revokeKey({ keyId: alice.id }));
    await admin.call.auth.verify({ password: PASSWORD });
    await admin.call.admin.createKey({ name: 'a', scopes: ['admin:read'] });
  });

  test.each([
    { name: '', scopes: ['admin:read'] },
    { name: 'x'.repeat(101), scopes: ['admin:read'] },
    { name: 'a', scopes: [] },
    { name: 'a', scopes: ['auth:write'] },
    { name: 'a', scopes: ['realtime:write'] },
    { name: 'a', scopes: ['everything'] },
    { name: 'a', scopes: ['admin:read'], expiresAt: '2020-01-01T00:00:00Z' },
    { name: 'a', scopes: ['admin:read'], expiresAt: 'tomorrow' },
  ])('refuses %j', async (input) => {
    // Some of these have no type of the input.
    const create = world.operator.call.admin.createKey as (given: object) => Promise<unknown>;
    await refusedWith('INVALID_INPUT', create(input));
  });

  test('there are at most 100', async () => {
    const small = await createWorld();
    const make = () => small.operator.call.admin.createKey({ name: 'a', scopes: ['admin:read'] });
    for (let n = 0; n < 99; n++) await make();
    const tries = await Promise.allSettled([make(), make(), make()]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await refusedWith('TOO_MANY_KEYS', make());
    await small.close();
  });
});

describe('acting for a person', () => {
  test('it writes as that person, by id and by external id', async () => {
    const call = await forAlice('messages:write');
    expect(await call.messages.send({ channelId, content: 'from the shop' })).toMatchObject({
      userId: alice.id,
    });
    const externalId = 'shop:ann@example.com';
    await world.services.db.update(tables.users).set({ externalId }).where(eq(tables.users.id, alice.id));
    const { token } = await newKey('users:read');
    expect(await callWith(token, `external:${externalId}`).users.me()).toMatchObject({
      id: alice.id,
      externalId,
    });
    expect(await callWith(token, alice.id.toUpperCase()).users.me()).toMatchObject({ id: alice.id });
    await refusedWith('ACTING_USER_NOT_FOUND', callWith(token, 'external:nobody').users.me());
  });

  test('it needs the scope of each call, also in one batch', async () => {
    const call = await forAlice('messages:read');
    await call.messages.list({ channelId });
    await refusedWith('SCOPE_REQUIRED', call.messages.send({ channelId, content: 'no' }));
    await refusedWith('SCOPE_REQUIRED', call.users.me());
    await refusedWith('SCOPE_REQUIRED', call.servers.list());
  });

  test('it has that person’s rights and no others', async () => {
    const bob = await world.person('bob');
    const { token } = await newKey(...SCOPES);
    await refusedWith('CHANNEL_NOT_FOUND', callWith(token, bob.id).messages.list({ channelId }));
    await refusedWith('SERVER_NOT_FOUND', callWith(token, bob.id).servers.get({ serverId }));
  });

  test('without the header it may only do what admins do', async () => {
    const { token } = await newKey(...SCOPES);
    await refusedWith('ACTING_USER_REQUIRED', callWith(token).users.me());
    await refusedWith('ACTING_USER_REQUIRED', callWith(token).messages.send({ channelId, content: 'no' }));
    await callWith(token).admin.users({});
  });

  test.each(['', 'nonsense', 'alice', 'external:', 'external:with space', `external:${'x'.repeat(129)}`])(
    'the header %j names nobody',
    async (header) => {
      const { token } = await newKey(...SCOPES);
      await refusedWith('ACTING_USER_NOT_FOUND', callWith(token, header).users.me());
    },
  );

  test('a bot and a deactivated person are nobody to act for', async () => {
    await alice.call.auth.verify({ password: PASSWORD });
    const { bot } = await alice.call.bots.create({ username: 'helper' });
    const { token } = await newKey(...SCOPES);
    await refusedWith('ACTING_USER_NOT_FOUND', callWith(token, bot.id).users.me());
    const carol = await world.person('carol');
    await callWith(token, carol.id).users.me();
    await world.operator.call.admin.updateUser({ userId: carol.id, deactivated: true });
    await refusedWith('ACTING_USER_NOT_FOUND', callWith(token, carol.id).users.me());
  });
});

describe('what a key may never do', () => {
  test('passwords, sessions, sign-ins, tickets, tokens of bots and what takes a proof', async () => {
    const call = await forAlice();
    const denied: Array<() => Promise<unknown>> = [
      () => call.auth.sessions(),
      () => call.auth.logout(),
      () => call.auth.verify({ password: PASSWORD }),
      () => call.auth.changePassword({ currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` }),
      () => call.auth.login({ username: 'alice', password: PASSWORD }),
      () => call.realtime.ticket(),
      () => call.bots.create({ username: 'made-by-key' }),
      () => call.users.updateMe({ username: 'mallory', currentPassword: PASSWORD }),
      () => call.servers.delete({ serverId }),
    ];
    for (const one of denied) await refusedWith('KEY_NOT_ALLOWED', one());
    expect(await alice.call.users.me()).toMatchObject({ username: 'alice' });
  });

  test('an admin’s rights are not lent by naming the admin', async () => {
    const { token } = await newKey(...SCOPES);
    await refusedWith('KEY_NOT_ALLOWED', callWith(token, admin.id).admin.users({}));
    await refusedWith('SCOPE_REQUIRED', callWith((await newKey('users:read')).token).admin.users({}));
    await refusedWith(
      'SCOPE_REQUIRED',
      callWith((await newKey('admin:read')).token).admin.updateUser({ userId: alice.id, deactivated: true }),
    );
  });

  test('it makes no admin, sets no password, and hands over no server', async () => {
    const call = callWith((await newKey(...SCOPES)).token);
    await refusedWith('KEY_NOT_ALLOWED', call.admin.updateUser({ userId: alice.id, admin: true }));
    await refusedWith('KEY_NOT_ALLOWED', call.admin.createUser({ username: 'boss', admin: true }));
    await refusedWith('KEY_NOT_ALLOWED', call.admin.resetPassword({ userId: alice.id }));
    await refusedWith('KEY_NOT_ALLOWED', call.admin.sessions({ userId: alice.id }));
    await refusedWith('KEY_NOT_ALLOWED', call.admin.handOverServer({ serverId, userId: alice.id }));
    await call.admin.createUser({ username: 'plain' });
    const [act] = await admin.call.admin.auditLog({});
    expect(act).toMatchObject({ act: 'user.created', actorId: null, actorName: 'key:backend' });
  });
});

describe('the end of a key', () => {
  test('a revoked one and an expired one are refused at once', async () => {
    const { key, token } = await newKey(...SCOPES);
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const short = await world.operator.call.admin.createKey({
      name: 'short',
      scopes: ['users:read'],
      expiresAt,
    });
    await callWith(short.token, alice.id).users.me();
    await callWith(token, alice.id).users.me();
    await world.operator.call.admin.revokeKey({ keyId: key.id });
    world.clock.advance(60_000);
    for (const ended of [token, short.token, 'plvk_nonsense']) {
      await refusedWith('UNAUTHENTICATED', callWith(ended, alice.id).users.me());
      await refusedWith('UNAUTHENTICATED', callWith(ended).admin.users({}));
    }
  });

  test.each(['revoked', 'deactivated', 'expired'] as const)(
    'its feed ends when it or the person is over: %s',
    async (how) => {
      const person = await world.person(`watched-${how}`);
      const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
      const { key, token } = await world.operator.call.admin.createKey({
        name: 'feed',
        scopes: ['realtime:read'],
        expiresAt,
      });
      const caller = await world.services.findKeyCaller(token, person.id);
      if (!caller?.person) throw new Error('the key acts for the person');
      const { person: actor } = caller;
      const ended = new Promise((resolve) => {
        world.services.connectFeed(actor, { onEnd: resolve });
      });
      if (how === 'revoked') await world.operator.call.admin.revokeKey({ keyId: key.id });
      else if (how === 'deactivated')
        await world.operator.call.admin.updateUser({ userId: person.id, deactivated: true });
      else world.clock.advance(60_000);
      await world.services.bus.check();
      expect(await ended).toBe('session-over');
    },
  );

  test('its last use is recorded at most once an hour', async () => {
    const { key, token } = await newKey('users:read');
    const lastUsedAt = async () =>
      (await admin.call.admin.keys()).find(({ id }) => id === key.id)?.lastUsedAt;
    const use = () => callWith(token, alice.id).users.me();
    expect(await lastUsedAt()).toBeNull();
    await use();
    const first = await lastUsedAt();
    expect(first).toBe(world.clock.now().toISOString());
    world.clock.advance(59 * 60_000);
    await use();
    expect(await lastUsedAt()).toBe(first);
    world.clock.advance(60_000);
    await use();
    expect(await lastUsedAt()).toBe(world.clock.now().toISOString());
  });
});

describe('external ids', () => {
  test('are written by keys alone, unique among their kind, and found by them', async () => {
    await refusedWith(
      'API_KEY_REQUIRED',
      alice.call.messages.send({ channelId, content: 'a', externalId: 'm-1' }),
    );
    await refusedWith('API_KEY_REQUIRED', alice.call.servers.update({ serverId, externalId: null }));
    const call = await forAlice();
    const server = await call.servers.create({ name: 'Shop', externalId: 's-1' });
    await refusedWith('EXTERNAL_ID_TAKEN', call.servers.create({ name: 'Shop', externalId: 's-1' }));
    expect(await alice.call.servers.list({ externalId: 's-1' })).toEqual([server]);
    expect(await alice.call.servers.list({ externalId: 's-2' })).toEqual([]);
    const channel = await call.channels.create({ serverId, name: 'orders', externalId: 'c-1' });
    await refusedWith('EXTERNAL_ID_TAKEN', call.channels.update({ serverId, channelId, externalId: 'c-1' }));
    expect(await alice.call.channels.list({ serverId, externalId: 'c-1' })).toEqual([channel]);
    await call.channels.update({ serverId, channelId: channel.id, externalId: null });
    expect(await call.channels.update({ serverId, channelId, externalId: 'c-1' })).toMatchObject({
      externalId: 'c-1',
    });
  });

  test('of messages: of two posts at once one has it; a deleted message gives it back', async () => {
    const call = await forAlice();
    const post = () => call.messages.send({ channelId, content: 'order', externalId: 'm-1' });
    const tries = await Promise.allSettled([post(), post()]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await refusedWith('EXTERNAL_ID_TAKEN', post());
    const [found] = await alice.call.messages.list({ channelId, externalId: 'm-1' });
    expect(found).toMatchObject({ content: 'order', externalId: 'm-1' });
    const reply = await call.messages.reply({
      messageId: found?.id ?? '',
      content: 'sent',
      externalId: 'm-2',
    });
    expect(await alice.call.messages.list({ channelId, externalId: 'm-2' })).toEqual([reply]);
    const other = await alice.call.channels.create({ serverId, name: 'elsewhere' });
    await call.messages.send({ channelId: other.id, content: 'order', externalId: 'm-1' });
    await alice.call.messages.delete({ messageId: found?.id ?? '' });
    expect(await alice.call.messages.list({ channelId, externalId: 'm-1' })).toEqual([]);
    expect(await post()).toMatchObject({ externalId: 'm-1' });
    const bob = await world.person('reader');
    await refusedWith('CHANNEL_NOT_FOUND', bob.call.messages.list({ channelId, externalId: 'm-1' }));
  });
});
