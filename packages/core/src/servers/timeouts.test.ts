import { tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { TIMEOUT_MAX_DAYS } from './timeouts.js';

let world: World;
let alice: TestUser;
let mona: TestUser;
let bob: TestUser;
let carol: TestUser;
let robot: TestUser;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  mona = await world.person('mona');
  bob = await world.person('bob');
  carol = await world.person('carol');
  const { bot, token } = await bob.call.bots.create({ username: 'robot' });
  robot = world.userWithToken(bot.id, token);
});
afterAll(() => world.close());

/** A server of alice's with mona as a moderator, and bob with a bot. */
beforeEach(async () => {
  serverId = (await createServerWith(alice, mona, bob)).id;
  await alice.call.servers.updateMember({ serverId, userId: mona.id, role: 'moderator' });
  await bob.call.servers.addMember({ serverId, userId: robot.id });
  const [general] = await bob.call.channels.list({ serverId });
  channelId = general?.id ?? '';
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const HOUR_MS = 3_600_000;
const timeOut = (userId: string, until = inMs(HOUR_MS), by = mona) =>
  by.call.servers.timeOut({ serverId, userId, until, reason: 'spam' });
const post = (who: TestUser) => who.call.messages.send({ channelId, content: 'hello' });

/** Lets all time-outs end, as time does. */
async function pass(): Promise<void> {
  const past = sql`now() - interval '1 second'`;
  await world.services.db.update(tables.serverTimeouts).set({ until: past });
  await world.services.db.update(tables.serverMembers).set({ timedOutUntil: past });
}

describe('a member who is timed out', () => {
  test('reads on, and writes nothing in the server; their bot neither', async () => {
    const { id: messageId } = await post(bob);
    await post(robot);
    const until = inMs(HOUR_MS);
    await timeOut(bob.id, until);
    for (const { call } of [bob, robot]) {
      await refusedWith('TIMED_OUT', call.messages.send({ channelId, content: 'hello' }));
      await refusedWith('TIMED_OUT', call.messages.reply({ messageId, content: 'more' }));
      await refusedWith('TIMED_OUT', call.messages.react({ messageId, emoji: '👍' }));
      await refusedWith('TIMED_OUT', call.messages.unreact({ messageId, emoji: '👍' }));
      await refusedWith('TIMED_OUT', call.channels.create({ serverId, name: 'speakers-corner' }));
      await refusedWith('TIMED_OUT', call.servers.createInvite({ serverId }));
    }
    await refusedWith('TIMED_OUT', bob.call.messages.edit({ messageId, content: 'edited' }));
    await expect(post(bob)).rejects.toMatchObject({ issues: [{ path: 'until', message: until }] });
    expect(await bob.call.messages.list({ channelId })).toHaveLength(2);
    expect((await bob.call.servers.members({ serverId })).length).toBeGreaterThan(0);
    await bob.call.messages.delete({ messageId });
  });

  test('is shown to everybody in the list and by events, and is let go with another event', async () => {
    const until = inMs(HOUR_MS);
    expect(await timeOut(bob.id, until)).toMatchObject({
      userId: bob.id,
      until,
      reason: 'spam',
      timedOutBy: mona.id,
    });
    const shown = (await alice.call.servers.members({ serverId })).map((member) => [
      member.user.id,
      member.timedOutUntil,
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      [alice.id]: null,
      [mona.id]: null,
      [bob.id]: until,
      [robot.id]: until,
    });
    expect(await mona.call.servers.timeouts({ serverId })).toHaveLength(1);
    await mona.call.servers.endTimeout({ serverId, userId: bob.id });
    await post(bob);
    await post(robot);
    const changed = (await world.log(serverStream(serverId)))
      .filter(({ type }) => type === 'member.updated')
      .slice(-4);
    expect(changed.map(({ data }) => data)).toMatchObject([
      { userId: bob.id, role: 'member', timedOutUntil: until },
      { userId: robot.id, timedOutUntil: until },
      { userId: bob.id, timedOutUntil: null },
      { userId: robot.id, timedOutUntil: null },
    ]);
    expect(await mona.call.servers.timeouts({ serverId })).toEqual([]);
  });

  test('writes again once the end has come, without any job', async () => {
    await post(bob);
    await timeOut(bob.id);
    await refusedWith('TIMED_OUT', post(bob));
    await pass();
    await post(bob);
    expect(await mona.call.servers.timeouts({ serverId })).toEqual([]);
  });

  test('does not end it by leaving and coming back, or by another bot', async () => {
    await timeOut(bob.id);
    await bob.call.servers.leave({ serverId });
    const { code } = await alice.call.servers.createInvite({ serverId });
    await world.services.background.idle();
    await bob.call.servers.acceptInvite({ code });
    await refusedWith('TIMED_OUT', post(bob));
    await refusedWith('TIMED_OUT', bob.call.servers.addMember({ serverId, userId: robot.id }));
    const joined = (await world.log(serverStream(serverId))).findLast(
      ({ type, data }) => type === 'member.joined' && 'role' in data && data.role !== null,
    );
    expect(joined?.data).toMatchObject({ user: { id: bob.id }, timedOutUntil: expect.any(String) });
  });

  test('opens direct messages, and posts in other servers', async () => {
    await timeOut(bob.id);
    const dm = await bob.call.dms.create({ userIds: [alice.id] });
    await bob.call.messages.send({ channelId: dm.id, content: 'why?' });
    const other = await createServerWith(bob);
    const [general] = await bob.call.channels.list({ serverId: other.id });
    await bob.call.messages.send({ channelId: general?.id ?? '', content: 'here' });
  });

  test('is free as the owner', async () => {
    await timeOut(bob.id);
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'owner' });
    await post(bob);
  });
});

describe('who times out', () => {
  test('acts below their own role alone', async () => {
    await refusedWith('MODERATOR_REQUIRED', timeOut(robot.id, undefined, bob));
    await refusedWith('MODERATOR_REQUIRED', timeOut(bob.id, undefined, robot));
    await refusedWith('SERVER_NOT_FOUND', timeOut(bob.id, undefined, carol));
    await refusedWith('ADMIN_REQUIRED', timeOut(mona.id));
    await refusedWith('OWNER_REQUIRED', timeOut(alice.id));
    await refusedWith('OWNER_CANNOT_LEAVE', timeOut(alice.id, undefined, alice));
    await refusedWith('MEMBER_NOT_FOUND', timeOut(carol.id));
    await timeOut(mona.id, undefined, alice);
    await refusedWith('ADMIN_REQUIRED', mona.call.servers.endTimeout({ serverId, userId: mona.id }));
    await timeOut(bob.id);
  });

  test.each([
    ['is past', -1000],
    ['is too far away', (TIMEOUT_MAX_DAYS + 1) * 24 * HOUR_MS],
  ])('gives no end that %s', async (_what, ms) => {
    await refusedWith('INVALID_INPUT', timeOut(bob.id, inMs(ms)));
    expect(await mona.call.servers.timeouts({ serverId })).toEqual([]);
  });

  test('replaces the end and the reason of one that goes on', async () => {
    const first = await timeOut(bob.id);
    const until = inMs(2 * HOUR_MS);
    expect(await mona.call.servers.timeOut({ serverId, userId: bob.id, until })).toEqual({
      ...first,
      until,
      reason: null,
    });
  });
});
