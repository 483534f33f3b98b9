import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverStream, userStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
  ({ id: serverId } = await createServerWith(bob, alice));
});
afterAll(() => world.close());
beforeEach(async () => {
  await alice.call.users.updateMe({ status: '', statusEmoji: null });
  await world.services.background.idle();
});

const set = (fields: Parameters<TestUser['call']['users']['updateMe']>[0]) =>
  alice.call.users.updateMe(fields);
const seen = () => bob.call.users.get({ userId: alice.id });
/** Statuses end by the clock of the database, which no test moves. */
const LATER = '2100-01-01T00:00:00.000Z';
const NONE = { status: '', statusEmoji: null, statusExpiresAt: null };

/** Lets the status end, by the clock of the database. */
async function end(): Promise<void> {
  const { db } = world.services;
  await db
    .update(tables.users)
    .set({ statusExpiresAt: new Date(0) })
    .where(eq(tables.users.id, alice.id));
}

/** The events about alice that came since. */
async function eventsSince(counts: readonly number[]) {
  await world.services.scheduled.idle();
  await world.services.background.idle();
  const logs = await logsOf();
  return logs.map((log, index) =>
    log.slice(counts[index]).filter(({ type }) => type === 'me.updated' || type === 'user.updated'),
  );
}
const logsOf = () => Promise.all([world.log(userStream(alice.id)), world.log(serverStream(serverId))]);
const counted = async () => (await logsOf()).map(({ length }) => length);

describe('a status with an emoji and an end', () => {
  test('is seen by others and told to them', async () => {
    const before = await counted();
    const status = { status: 'Lunch', statusEmoji: '🌴', statusExpiresAt: LATER };
    expect(await set(status)).toMatchObject(status);
    expect(await seen()).toMatchObject(status);
    expect(await eventsSince(before)).toMatchObject([
      [{ type: 'me.updated', data: status }],
      [{ type: 'user.updated', data: { id: alice.id, ...status } }],
    ]);
  });

  test('has no end where another one is given without one, and none where it is empty', async () => {
    const statusExpiresAt = LATER;
    await set({ status: 'Lunch', statusExpiresAt });
    expect(await set({ displayName: 'Alice' })).toMatchObject({ status: 'Lunch', statusExpiresAt });
    expect(await set({ statusEmoji: '❤' })).toEqual(
      expect.objectContaining({ status: 'Lunch', statusEmoji: '❤️', statusExpiresAt: null }),
    );
    expect(await set({ status: '', statusExpiresAt })).toMatchObject({ statusEmoji: '❤️', statusExpiresAt });
    expect(await set({ statusEmoji: null, statusExpiresAt })).toMatchObject(NONE);
  });

  test('is over for reads at once, and its end is published once', async () => {
    await set({ status: 'Lunch', statusEmoji: '🌴', statusExpiresAt: LATER });
    await world.services.background.idle();
    const before = await counted();
    await end();
    expect(await seen()).toMatchObject(NONE);
    const members = await bob.call.servers.members({ serverId });
    expect(members.find(({ user }) => user.id === alice.id)?.user).toMatchObject(NONE);
    const expected = [
      [{ type: 'me.updated', data: NONE }],
      [{ type: 'user.updated', data: { id: alice.id, ...NONE } }],
    ];
    expect(await eventsSince(before)).toMatchObject(expected);
    expect(await eventsSince(before)).toMatchObject(expected);
  });

  test('that has ended does not come back with a change, and the end is told with it', async () => {
    await set({ status: 'Lunch', statusEmoji: '🌴', statusExpiresAt: LATER });
    await world.services.background.idle();
    const before = await counted();
    await end();
    expect(await set({ status: '' })).toMatchObject(NONE);
    expect(await seen()).toMatchObject(NONE);
    const [own, server] = await eventsSince(before);
    expect(own?.at(-1)).toMatchObject({ data: NONE });
    expect(server?.at(-1)).toMatchObject({ data: NONE });
  });

  test('of a bot is replaced by its owner', async () => {
    const { bot, token } = await alice.call.bots.create({ username: 'helper' });
    const asBot = world.userWithToken(bot.id, token);
    await asBot.call.users.updateMe({ status: 'Busy', statusExpiresAt: LATER });
    expect(await alice.call.bots.update({ botId: bot.id, status: 'Ready' })).toMatchObject({
      status: 'Ready',
      statusExpiresAt: null,
    });
  });

  test.each([
    { statusEmoji: '' },
    { statusEmoji: 'a b' },
    { statusEmoji: '\u202e' },
    { statusEmoji: 'x'.repeat(65) },
    { status: 'Lunch', statusExpiresAt: '2020-01-01T00:00:00Z' },
    { status: 'Lunch', statusExpiresAt: 'tomorrow' },
  ])('refuses %j', async (fields) => {
    await refusedWith('INVALID_INPUT', set(fields));
  });

  test('needs a token', async () => {
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.updateMe({ statusEmoji: '🌴' }));
  });
});
