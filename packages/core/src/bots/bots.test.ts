import { tables } from '@palaver/db';
import { TRPCError } from '@trpc/server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicError } from '../kernel/errors/error-shape.js';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import { refusedWith } from '../testing/expect.js';
import { seenUser } from '../testing/seen-user.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
const endedSessions: string[] = [];

beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
  await alice.call.bots.create({ username: 'Robot.1' });
  world.services.bus.onSessionEnd(({ sessionId }) => endedSessions.push(sessionId));
});
afterAll(() => world.close());

let made = 0;
/** A new bot of alice's. */
async function newBot(owner = alice) {
  const { bot, token } = await owner.call.bots.create({ username: `bot-${++made}` });
  return { ...world.userWithToken(bot.id, token), bot, token };
}

/** Whether a token opens anything: asked anew, as every request does. */
async function opens(userId: string, token: string): Promise<boolean> {
  const { call } = world.userWithToken(userId, token);
  return call.users.me().then(
    (me) => me.id === userId,
    () => false,
  );
}

async function sessionsOf(userId: string): Promise<string[]> {
  const { sessions } = tables;
  const rows = await world.services.db.select().from(sessions).where(eq(sessions.userId, userId));
  return rows.map((row) => row.id);
}

/** What TypeScript keeps from us, a client may send all the same. */
const untyped = (value: unknown) => value as never;

describe('bots.create', () => {
  test('creates a bot that signs in with its token', async () => {
    const { bot, token } = await alice.call.bots.create({
      username: 'Helper.1',
      displayName: ' The helper ',
    });
    expect(bot).toEqual({
      id: expect.any(String),
      username: 'Helper.1',
      displayName: 'The helper',
      status: '',
      statusEmoji: null,
      statusExpiresAt: null,
      deleted: false,
      dndUntil: null,
      bot: true,
      createdAt: world.clock.now().toISOString(),
      avatarPath: null,
      metadata: null,
    });
    expect(token).toMatch(/^plvb_[\w-]{43}$/);
    expect(await world.userWithToken(bot.id, token).call.users.me()).toMatchObject({ ...bot, email: null });
    expect(await seenUser(alice, bot.id)).toEqual(bot);
  });

  test('a person owns at most 100 bots, also when creating two at once', async () => {
    const many = await world.person('many');
    const create = (n: number) => many.call.bots.create({ username: `many-${n}` });
    for (let n = 0; n < 99; n++) await create(n);
    const tries = await Promise.allSettled([create(100), create(101)]);
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    await refusedWith('TOO_MANY_BOTS', create(102));
    const [newest] = await many.call.bots.list();
    await many.call.bots.delete({ botId: newest?.id ?? '' });
    await create(103);
  });

  test('the display name defaults to the username', async () => {
    const { bot } = await alice.call.bots.create({ username: 'plain', displayName: null });
    expect(bot.displayName).toBe('plain');
  });

  test('a token does not expire, and only its hash is stored', async () => {
    const { bot, token } = await newBot();
    world.clock.advance(1000 * 24 * 3600 * 1000);
    expect(await opens(bot.id, token)).toBe(true);
    world.clock.advance(-1000 * 24 * 3600 * 1000);
    const { sessions } = tables;
    const rows = await world.services.db.select().from(sessions).where(eq(sessions.userId, bot.id));
    expect(rows).toMatchObject([{ expiresAt: null, absoluteExpiresAt: null }]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(5));
  });

  test('a retry from the same session gets the same token, which is stored encrypted', async () => {
    const made = await alice.withKey('bot-key').call.bots.create({ username: 'keyed' });
    const retry = alice.withKey('bot-key');
    expect(await retry.call.bots.create({ username: 'keyed' })).toEqual(made);
    expect(retry.replyHeaders.get('Idempotent-Replayed')).toBe('true');
    const { idempotencyKeys } = tables;
    const [kept] = await world.services.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, 'bot-key'));
    expect(kept?.answer).toMatch(/^[\w-]+$/);
    expect(Buffer.from(kept?.answer ?? '', 'base64url').toString('latin1')).not.toContain(made.token);
  });

  test('refuses the same key from another session of the same person', async () => {
    await alice.withKey('bot-elsewhere').call.bots.create({ username: 'keyed-too' });
    const { token } = await world.anonymous.call.auth.login({ username: 'alice', password: PASSWORD });
    const elsewhere = world.userWithToken(alice.id, token).withKey('bot-elsewhere');
    await refusedWith('IDEMPOTENCY_KEY_REUSED', elsewhere.call.bots.create({ username: 'keyed-too' }));
  });

  test.each(['ALICE', 'bob', 'robot.1'])('refuses the name %s, which is taken', async (username) => {
    await refusedWith('USERNAME_TAKEN', alice.call.bots.create({ username }));
  });

  test('of many calls at once one gets the name', async () => {
    const tries = await Promise.allSettled(
      [alice, bob, alice, bob].map((owner) => owner.call.bots.create({ username: 'wanted' })),
    );
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected') await refusedWith('USERNAME_TAKEN', Promise.reject(one.reason));
    }
  });

  test.each([
    { username: 'ab' },
    { username: 'y'.repeat(32) },
    { username: 'A.b_c-9' },
    { username: 'shown-1', displayName: 'x' },
    { username: 'shown-2', displayName: '🦊'.repeat(64) },
  ])('takes %j', async (fields) => {
    expect((await alice.call.bots.create(fields)).bot).toMatchObject(fields);
  });

  test.each([
    {},
    { username: null },
    { username: '' },
    { username: 'a' },
    { username: 'y'.repeat(33) },
    { username: 'y'.repeat(100_000) },
    { username: 'two words' },
    { username: 'ümlaut' },
    { username: 'nul\0' },
    { username: 'half\ud83e' },
    { username: 'line\n' },
    { username: 7 },
    { username: ['list'] },
    { username: 'fine', displayName: '' },
    { username: 'fine', displayName: '  ' },
    { username: 'fine', displayName: '🦊'.repeat(65) },
    { username: 'fine', displayName: 'nul\0' },
    { username: 'fine', displayName: 'half\udc00' },
    { username: 'fine', displayName: 7 },
  ])('refuses %j', async (fields) => {
    await refusedWith('INVALID_INPUT', alice.call.bots.create(untyped(fields)));
  });
});

describe('bots.list', () => {
  test("lists all bots of the caller, newest first, and nobody else's", async () => {
    const carol = await world.person('carol');
    expect(await carol.call.bots.list()).toEqual([]);
    const bots = [];
    for (let i = 0; i < 100; i++) bots.push((await newBot(carol)).bot);
    await newBot(bob);
    expect(await carol.call.bots.list()).toEqual(bots.toReversed());
    await carol.call.bots.delete({ botId: bots[99]?.id ?? '' });
    expect(await carol.call.bots.list()).toEqual(bots.slice(0, 99).toReversed());
  });
});

describe('bots.get', () => {
  test('gets a bot of the caller', async () => {
    const { bot } = await newBot();
    expect(await alice.call.bots.get({ botId: bot.id })).toEqual(bot);
  });
});

describe('bots.update', () => {
  test('changes the given fields only', async () => {
    const { bot } = await newBot();
    const botId = bot.id;
    expect(await alice.call.bots.update({ botId })).toEqual(bot);
    expect(await alice.call.bots.update({ botId, status: 'at work' })).toEqual({ ...bot, status: 'at work' });
    const named = await alice.call.bots.update({ botId, username: 'renamed', displayName: ' Renamed ' });
    expect(named).toEqual({ ...bot, status: 'at work', username: 'renamed', displayName: 'Renamed' });
    expect(await alice.call.bots.update({ botId, username: 'RENAMED', status: '' })).toMatchObject({
      username: 'RENAMED',
    });
    expect(await alice.call.bots.get({ botId })).toEqual({ ...named, username: 'RENAMED', status: '' });
  });

  test('changes of different fields at once are all stored', async () => {
    const { bot } = await newBot();
    await Promise.all([
      alice.call.bots.update({ botId: bot.id, displayName: 'Both' }),
      alice.call.bots.update({ botId: bot.id, status: 'here' }),
    ]);
    expect(await alice.call.bots.get({ botId: bot.id })).toMatchObject({
      displayName: 'Both',
      status: 'here',
    });
  });

  test('refuses a name that is taken', async () => {
    const { bot } = await newBot();
    const rename = alice.call.bots.update({ botId: bot.id, username: 'Bob', status: 'never seen' });
    await refusedWith('USERNAME_TAKEN', rename);
    expect(await alice.call.bots.get({ botId: bot.id })).toEqual(bot);
  });

  test.each([{ status: 'x'.repeat(128) }, { status: '🦊'.repeat(128) }, { displayName: 'x'.repeat(64) }])(
    'takes %j',
    async (fields) => {
      const { bot } = await newBot();
      expect(await alice.call.bots.update({ botId: bot.id, ...fields })).toEqual({ ...bot, ...fields });
    },
  );

  test.each([
    { status: 'x'.repeat(129) },
    { status: 'nul\0' },
    { status: 'half\ud83e' },
    { status: 7 },
    { displayName: '' },
    { displayName: 'x'.repeat(65) },
    { username: 'a' },
    { username: 'two words' },
  ])('refuses %j', async (fields) => {
    const { bot } = await newBot();
    await refusedWith('INVALID_INPUT', alice.call.bots.update(untyped({ botId: bot.id, ...fields })));
    expect(await alice.call.bots.get({ botId: bot.id })).toEqual(bot);
  });
});

describe('bots.rotateToken', () => {
  test('gives a new token, ends the old one and closes its sockets', async () => {
    const { bot, token } = await newBot();
    const [old] = await sessionsOf(bot.id);
    const fresh = await alice.call.bots.rotateToken({ botId: bot.id });
    expect(Object.keys(fresh)).toEqual(['token']);
    expect(await opens(bot.id, token)).toBe(false);
    expect(await opens(bot.id, fresh.token)).toBe(true);
    expect(endedSessions.at(-1)).toBe(old);
  });

  test('leaves one token after many calls at once', async () => {
    const { bot, token } = await newBot();
    const before = endedSessions.length;
    const tokens = await Promise.all([1, 2, 3, 4].map(() => alice.call.bots.rotateToken({ botId: bot.id })));
    const live = await Promise.all(
      [token, ...tokens.map((one) => one.token)].map((one) => opens(bot.id, one)),
    );
    expect(live.filter(Boolean)).toHaveLength(1);
    expect(endedSessions.slice(before)).toHaveLength(4);
    expect(new Set(endedSessions).size).toBe(endedSessions.length);
  });
});

describe('bots.tokenUse', () => {
  test('says when the token was made, and to the hour when it was used', async () => {
    const robot = await newBot();
    const use = () => alice.call.bots.tokenUse({ botId: robot.id });
    const createdAt = world.clock.now().toISOString();
    expect(await use()).toEqual({ createdAt, lastUsedAt: null, scopes: null });
    world.clock.advance(1000);
    await robot.call.users.me();
    const first = world.clock.now().toISOString();
    expect(await use()).toEqual({ createdAt, lastUsedAt: first, scopes: null });
    world.clock.advance(1800_000);
    await world.userWithToken(robot.id, robot.token ?? '').call.users.me();
    expect(await use()).toEqual({ createdAt, lastUsedAt: first, scopes: null });
    world.clock.advance(1800_000);
    await world.userWithToken(robot.id, robot.token ?? '').call.users.me();
    expect(await use()).toMatchObject({ createdAt, lastUsedAt: world.clock.now().toISOString() });
    await alice.call.auth.verify({ password: PASSWORD });
    await alice.call.bots.rotateToken({ botId: robot.id });
    expect(await use()).toMatchObject({ createdAt: world.clock.now().toISOString(), lastUsedAt: null });
    world.clock.advance(-3_601_000);
  });

  test('is seen by its owner alone', async () => {
    const robot = await newBot();
    expect(await alice.call.bots.get({ botId: robot.id })).not.toHaveProperty('lastUsedAt');
    await refusedWith('BOT_NOT_FOUND', bob.call.bots.tokenUse({ botId: robot.id }));
  });
});

describe('bots.delete', () => {
  /** A bot in a server of alice's, in its general channel, in a private one and in a direct message. */
  async function settledBot() {
    const robot = await newBot();
    const { id: serverId } = await alice.call.servers.create({ name: 'Acme' });
    await alice.call.servers.addMember({ serverId, userId: robot.id });
    const [general] = await alice.call.channels.list({ serverId });
    const secret = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    await robot.call.channels.join({ serverId, channelId: general?.id ?? '' });
    await alice.call.channels.addMember({ serverId, channelId: secret.id, userId: robot.id });
    const own = await robot.call.channels.create({ serverId, name: 'made-by-the-bot' });
    const dm = await alice.call.dms.create({ userIds: [robot.id] });
    return { robot, serverId, general: general?.id ?? '', secret: secret.id, own, dm };
  }

  /** Deletes a bot of alice's, and waits until it has left its servers. */
  async function deleteWholly(botId: string) {
    const answer = await alice.call.bots.delete({ botId });
    await world.services.background.idle();
    return answer;
  }

  test('removes it from its servers and channels, and publishes it there', async () => {
    const { robot, serverId, general, secret, own } = await settledBot();
    expect(await deleteWholly(robot.id)).toEqual({ ok: true });

    const left = { type: 'member.left', data: { serverId, userId: robot.id } };
    const events = (await world.log(serverStream(serverId))).filter(({ type }) => type === 'member.left');
    expect(events.map(({ data }) => data)).toMatchObject(
      [null, general, own.id].map((channelId) => ({ ...left.data, channelId })),
    );
    for (const channelId of [general, secret, own.id]) {
      const events = await world.log(channelStream(channelId));
      expect(events.at(-1)).toMatchObject({ ...left, data: { ...left.data, channelId } });
      expect(events.filter((event) => event.type === 'member.left')).toHaveLength(1);
      expect(world.published).toContainEqual(
        expect.objectContaining({ streamId: channelId, seq: events.length }),
      );
    }
    expect((await alice.call.servers.get({ serverId })).memberCount).toBe(1);
    expect(await alice.call.servers.members({ serverId })).toMatchObject([{ user: { id: alice.id } }]);
    for (const channelId of [general, secret]) {
      expect((await alice.call.channels.get({ serverId, channelId })).memberCount).toBe(1);
      expect(await alice.call.channels.members({ serverId, channelId })).toMatchObject([{ id: alice.id }]);
    }
    expect((await world.log(userStream(robot.id))).at(-1)).toMatchObject({
      type: 'access.revoked',
      data: { serverId },
    });
  });

  test('removes it from every server it is in', async () => {
    const robot = await newBot();
    const servers = [];
    for (const name of ['One', 'Two', 'Three']) {
      const server = await alice.call.servers.create({ name });
      await alice.call.servers.addMember({ serverId: server.id, userId: robot.id });
      servers.push(server);
    }
    await alice.call.servers.delete({ serverId: servers[0]?.id ?? '' });
    await deleteWholly(robot.id);
    for (const server of servers.slice(1))
      expect(await alice.call.servers.get({ serverId: server.id })).toEqual(server);
  });

  test('ends its tokens and closes its sockets', async () => {
    const { bot, token } = await newBot();
    const [session] = await sessionsOf(bot.id);
    await alice.call.bots.delete({ botId: bot.id });
    expect(await opens(bot.id, token)).toBe(false);
    expect(await sessionsOf(bot.id)).toEqual([]);
    expect(endedSessions.at(-1)).toBe(session);
  });

  test('keeps its messages and direct messages, with it as the author', async () => {
    const { robot, serverId, own, dm } = await settledBot();
    await deleteWholly(robot.id);
    const channel = await alice.call.channels.get({ serverId, channelId: own.id });
    expect(channel).toEqual({ ...own, memberCount: 0 });
    expect(channel.createdBy).toBe(robot.id);
    expect(await alice.call.dms.list()).toContainEqual(dm);
    const { users } = tables;
    const [row] = await world.services.db.select().from(users).where(eq(users.id, robot.id));
    expect(row).toMatchObject({ username: robot.bot.username, bot: true, deletedAt: world.clock.now() });
  });

  test('hides it and frees its name', async () => {
    const { bot } = await newBot();
    await alice.call.bots.delete({ botId: bot.id });
    await refusedWith('USER_NOT_FOUND', alice.call.users.get({ userId: bot.id }));
    await refusedWith('BOT_NOT_FOUND', alice.call.bots.get({ botId: bot.id }));
    await refusedWith('BOT_NOT_FOUND', alice.call.bots.update({ botId: bot.id, status: 'back' }));
    await refusedWith('BOT_NOT_FOUND', alice.call.bots.rotateToken({ botId: bot.id }));
    await refusedWith('BOT_NOT_FOUND', alice.call.bots.delete({ botId: bot.id }));
    const { id: serverId } = await alice.call.servers.create({ name: 'Acme' });
    await refusedWith('BOT_NOT_FOUND', alice.call.servers.addMember({ serverId, userId: bot.id }));
    const again = await bob.call.bots.create({ username: bot.username });
    expect(again.bot.id).not.toBe(bot.id);
  });

  test('happens once, also with many calls at once', async () => {
    const { robot, serverId } = await settledBot();
    const tries = await Promise.allSettled([1, 2, 3].map(() => alice.call.bots.delete({ botId: robot.id })));
    expect(tries.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await world.services.background.idle();
    const events = await world.log(serverStream(serverId));
    const left = events.filter(({ type, data }) => type === 'member.left' && data.channelId === null);
    expect(left).toHaveLength(1);
  });

  test('works with a removal from its server at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { robot, serverId, general } = await settledBot();
      const removal = alice.call.servers.removeMember({ serverId, userId: robot.id });
      const [removed] = await Promise.allSettled([removal, alice.call.bots.delete({ botId: robot.id })]);
      if (removed.status === 'rejected') await refusedWith('MEMBER_NOT_FOUND', removal);
      await world.services.background.idle();
      expect((await alice.call.servers.get({ serverId })).memberCount).toBe(1);
      expect((await alice.call.channels.get({ serverId, channelId: general })).memberCount).toBe(1);
      await refusedWith('BOT_NOT_FOUND', alice.call.bots.get({ botId: robot.id }));
    }
  });

  test('works with being added to a server at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const robot = await newBot();
      const { id: serverId } = await alice.call.servers.create({ name: 'Acme' });
      const addition = alice.call.servers.addMember({ serverId, userId: robot.id });
      const [added] = await Promise.allSettled([addition, alice.call.bots.delete({ botId: robot.id })]);
      if (added.status === 'rejected') await refusedWith('BOT_NOT_FOUND', addition);
      await world.services.background.idle();
      expect((await alice.call.servers.get({ serverId })).memberCount).toBe(1);
    }
  });

  test('a rotation at the same time leaves no token', async () => {
    const { bot } = await newBot();
    await Promise.allSettled([
      alice.call.bots.rotateToken({ botId: bot.id }),
      alice.call.bots.delete({ botId: bot.id }),
      alice.call.bots.rotateToken({ botId: bot.id }),
    ]);
    expect(await sessionsOf(bot.id)).toEqual([]);
  });
});

const OPERATIONS: ReadonlyArray<
  [name: string, call: (someone: TestUser, botId: string) => Promise<unknown>]
> = [
  ['get', ({ call }, botId) => call.bots.get({ botId })],
  ['update', ({ call }, botId) => call.bots.update({ botId, status: 'taken over', username: 'taken-over' })],
  ['delete', ({ call }, botId) => call.bots.delete({ botId })],
  ['tokenUse', ({ call }, botId) => call.bots.tokenUse({ botId })],
  ['rotateToken', ({ call }, botId) => call.bots.rotateToken({ botId })],
];

/** Everything that a refused caller sees. */
async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return JSON.stringify(error instanceof TRPCError ? publicError(error) : String(error));
}

describe.each(OPERATIONS)('bots.%s', (_name, operation) => {
  test("answers the same, byte for byte, for another person's bot, a person, a malformed id and an unknown one", async () => {
    const { bot, token } = await newBot(bob);
    await refusedWith('BOT_NOT_FOUND', operation(alice, bot.id));
    const missing = await refusal(operation(alice, '00000000-0000-7000-8000-000000000000'));
    for (const botId of [bot.id, alice.id, bob.id, 'nonsense', '', bot.id.toUpperCase(), '\0', '\ud800']) {
      expect(await refusal(operation(alice, botId))).toBe(missing);
    }
    expect(await bob.call.bots.get({ botId: bot.id })).toEqual(bot);
    expect(await opens(bot.id, token)).toBe(true);
  });

  test('is refused for bots, also for the bot itself, and without a token', async () => {
    const robot = await newBot();
    await refusedWith('PEOPLE_ONLY', operation(robot, robot.id));
    await refusedWith('UNAUTHENTICATED', operation(world.anonymous, robot.id));
    await refusedWith(
      'UNAUTHENTICATED',
      operation(world.userWithToken(alice.id, `${alice.token}x`), robot.id),
    );
    expect(await alice.call.bots.get({ botId: robot.id })).toEqual(robot.bot);
  });

  test.each([1, null, undefined, ['a'], {}])('refuses %j as an id', async (botId) => {
    await refusedWith('INVALID_INPUT', operation(alice, untyped(botId)));
  });
});

test('bots, and callers without a token, cannot create or list bots', async () => {
  const robot = await newBot();
  await refusedWith('PEOPLE_ONLY', robot.call.bots.create({ username: 'child' }));
  await refusedWith('PEOPLE_ONLY', robot.call.bots.list());
  await refusedWith('UNAUTHENTICATED', world.anonymous.call.bots.create({ username: 'child' }));
  await refusedWith('UNAUTHENTICATED', world.anonymous.call.bots.list());
});
