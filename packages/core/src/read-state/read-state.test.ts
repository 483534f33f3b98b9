import { newId } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let robot: TestUser;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob, carol, dave, robot } = roles);
});
afterAll(() => world.close());

async function post(who: TestUser, channelId: string, count = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await who.call.messages.send({ channelId, content: `${n}` })).id);
  return ids;
}

const unreadOf = ({ call }: TestUser, channelId: string) => call.readState.getForChannel({ channelId });

/** The types of the events in somebody's own stream about a channel. */
async function reads(who: TestUser, channelId: string) {
  const log = await world.log(who);
  return log.flatMap(({ type, data }) =>
    type === 'read.updated' && data.channelId === channelId ? [data] : [],
  );
}

test('messages of others count from the join on, and one’s own and deleted ones do not', async () => {
  const { serverId, channelId } = await roles.newChannel();
  await post(alice, channelId);
  await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
  await post(alice, channelId);
  await bob.call.channels.join({ serverId, channelId });
  expect(await unreadOf(bob, channelId)).toMatchObject({
    serverId,
    lastReadMessageId: null,
    firstUnreadMessageId: null,
    unreadCount: 0,
    capped: false,
    archived: false,
  });
  const [first, second, third] = await post(alice, channelId, 3);
  expect(await unreadOf(bob, channelId)).toMatchObject({ unreadCount: 3, firstUnreadMessageId: first });
  await alice.call.messages.delete({ messageId: first ?? '' });
  expect(await unreadOf(bob, channelId)).toMatchObject({ unreadCount: 2, firstUnreadMessageId: second });
  await alice.call.messages.reply({ messageId: third ?? '', content: 'in the thread' });
  expect(await unreadOf(bob, channelId)).toMatchObject({ unreadCount: 2 });
  expect(await unreadOf(alice, channelId)).toMatchObject({ unreadCount: 0, lastReadMessageId: third });
});

test('a position moves forward alone, by any message of the channel, and each move is published once', async () => {
  const { channelId } = await roles.newChannel();
  const [first, second, third] = await post(alice, channelId, 3);
  const read = (messageId = '') => bob.call.readState.markRead({ channelId, messageId });
  expect(await read(second)).toMatchObject({
    unreadCount: 1,
    firstUnreadMessageId: third,
    lastReadMessageId: second,
  });
  expect(await read(first)).toMatchObject({ unreadCount: 1, lastReadMessageId: second });
  expect(await read(second)).toMatchObject({ unreadCount: 1 });
  expect(await reads(bob, channelId)).toHaveLength(1);
  await alice.call.messages.delete({ messageId: third ?? '' });
  const answer = await read(third);
  expect(answer).toMatchObject({ unreadCount: 0, lastReadMessageId: third });
  const { streamId, seq, ...event } = (await reads(bob, channelId)).at(-1) ?? {};
  expect(event).toEqual({ ...answer, threadId: null });
  const reply = await alice.call.messages.reply({ messageId: first ?? '', content: 'later' });
  expect(await read(reply.id)).toMatchObject({ lastReadMessageId: reply.id });
  expect(await reads(alice, channelId)).toEqual([]);
});

test('a message marked as unread is the first unread one, also before one’s own last message', async () => {
  const { channelId } = await roles.newChannel();
  const [first, second] = await post(alice, channelId, 2);
  await post(bob, channelId);
  const [fourth] = await post(alice, channelId);
  expect(await unreadOf(bob, channelId)).toMatchObject({ unreadCount: 1, firstUnreadMessageId: fourth });
  const back = await bob.call.readState.markRead({ channelId, messageId: second ?? '', unread: true });
  expect(back).toMatchObject({ unreadCount: 2, firstUnreadMessageId: second, lastReadMessageId: first });
  expect(await unreadOf(bob, channelId)).toEqual(back);
  const [own] = await post(bob, channelId);
  expect(await unreadOf(bob, channelId)).toMatchObject({ unreadCount: 0, lastReadMessageId: own });
});

test('what one’s own message has read stays read when it is deleted', async () => {
  const { channelId } = await roles.newChannel();
  await post(alice, channelId, 2);
  const [own] = await post(bob, channelId);
  await alice.call.messages.delete({ messageId: own ?? '' });
  expect(await unreadOf(bob, channelId)).toMatchObject({ unreadCount: 0, lastReadMessageId: own });
});

test('mentions of oneself and of all members count while they are unread', async () => {
  const { channelId } = await roles.newChannel();
  const say = async (content: string) => (await alice.call.messages.send({ channelId, content })).id;
  const named = await say('@bob @channel');
  const all = await say('@channel');
  const edited = await say('nobody');
  await say('@alice');
  await alice.call.messages.reply({ messageId: named, content: '@bob in the thread' });
  const mentions = async () => (await unreadOf(bob, channelId)).mentionCount;
  expect(await mentions()).toBe(2);
  await alice.call.messages.edit({ messageId: edited, content: '@bob after all' });
  expect(await mentions()).toBe(3);
  await alice.call.messages.delete({ messageId: all });
  expect(await mentions()).toBe(2);
  await bob.call.readState.markRead({ channelId, messageId: named });
  expect(await mentions()).toBe(1);
  await post(bob, channelId);
  expect(await mentions()).toBe(0);
});

test('counts are exact to 1,000, and then say so', async () => {
  const { channelId } = await roles.newChannel();
  const fill = (from: number, to: number) =>
    world.services.db.execute(sql`
      with head as (update stream_heads set last_seq = ${to} where id = ${channelId})
      insert into messages (id, channel_id, seq, user_id, content, created_at, updated_at)
      select gen_random_uuid(), ${channelId}, n, ${alice.id}, 'x', now(), now() from generate_series(${from}::int, ${to}::int) n`);
  await fill(101, 1_100);
  const exact = await unreadOf(bob, channelId);
  expect(exact).toMatchObject({ unreadCount: 1_000, capped: false });
  expect(exact.firstUnreadMessageId).not.toBeNull();
  await fill(1_101, 1_101);
  const capped = { unreadCount: 1_000, capped: true, firstUnreadMessageId: null, lastReadMessageId: null };
  expect(await unreadOf(bob, channelId)).toMatchObject(capped);
  const [own] = await post(bob, channelId);
  expect(await unreadOf(bob, channelId)).toMatchObject({
    unreadCount: 0,
    capped: false,
    lastReadMessageId: own,
  });
});

test('an archived channel has nothing unread until it is open again', async () => {
  const { serverId, channelId } = await roles.newChannel();
  await post(alice, channelId);
  await alice.call.channels.update({ serverId, channelId, archived: true });
  expect(await unreadOf(bob, channelId)).toMatchObject({ unreadCount: 0, archived: true });
  await alice.call.channels.update({ serverId, channelId, archived: false });
  expect(await unreadOf(bob, channelId)).toMatchObject({ unreadCount: 1, archived: false });
});

test('a server is marked as read in one call, with one event for each channel that had something unread', async () => {
  const { serverId, channelId } = await roles.newChannel();
  const { id: otherId } = await alice.call.channels.create({ serverId, name: 'other' });
  await bob.call.channels.join({ serverId, channelId: otherId });
  const [, last] = await post(alice, channelId, 2);
  await bob.call.readState.markServerRead({ serverId });
  await bob.call.readState.markServerRead({ serverId });
  expect(await unreadOf(bob, channelId)).toMatchObject({ unreadCount: 0, lastReadMessageId: last });
  const events = await reads(bob, channelId);
  expect(events).toHaveLength(1);
  const { streamId, seq, threadId, ...event } = events[0] ?? {};
  expect(event).toEqual(await unreadOf(bob, channelId));
  expect(await reads(bob, otherId)).toEqual([]);
});

describe('lists', () => {
  test('hold the channels and direct messages that one is in, and no other', async () => {
    const { serverId, channelId } = await roles.newChannel({ isPrivate: true });
    const { id: dmId } = await alice.call.dms.create({ userIds: [bob.id, carol.id] });
    await post(alice, channelId);
    await post(alice, dmId, 2);
    const counts = (items: ReadonlyArray<{ channelId: string; unreadCount: number }>) =>
      items
        .filter((it) => [channelId, dmId].includes(it.channelId))
        .map((it) => [it.channelId, it.unreadCount]);
    expect(counts(await bob.call.readState.list())).toEqual([
      [dmId, 2],
      [channelId, 1],
    ]);
    expect(counts(await bob.call.readState.getForServer({ serverId }))).toEqual([[channelId, 1]]);
    expect(counts(await carol.call.readState.list())).toEqual([[dmId, 2]]);
    await bob.call.servers.leave({ serverId });
    expect(counts(await bob.call.readState.list())).toEqual([[dmId, 2]]);
    await refusedWith('SERVER_NOT_FOUND', bob.call.readState.getForServer({ serverId }));
    await refusedWith('CHANNEL_NOT_FOUND', unreadOf(bob, channelId));
  });

  test('lose a channel at once that is deleted, or that one is removed from', async () => {
    const { serverId, channelId } = await roles.newChannel({ isPrivate: true });
    await post(alice, channelId);
    await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
    const ids = async (who: TestUser) => (await who.call.readState.list()).map((item) => item.channelId);
    expect(await ids(bob)).not.toContain(channelId);
    await refusedWith('CHANNEL_NOT_FOUND', unreadOf(bob, channelId));
    await alice.call.channels.delete({ serverId, channelId });
    expect(await ids(alice)).not.toContain(channelId);
  });
});

describe('refuses', () => {
  test('who is not in the channel, bots and anonymous callers', async () => {
    const { serverId, channelId } = await roles.newChannel();
    const [messageId = ''] = await post(alice, channelId);
    await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
    const by = (who: TestUser) => who.call.readState.markRead({ channelId, messageId });
    await refusedWith('NOT_A_CHANNEL_MEMBER', by(bob));
    await refusedWith('CHANNEL_NOT_FOUND', by(carol));
    await refusedWith('CHANNEL_NOT_FOUND', by(dave));
    await refusedWith('PEOPLE_ONLY', by(robot));
    await refusedWith('UNAUTHENTICATED', by(world.anonymous));
    await refusedWith('SERVER_NOT_FOUND', carol.call.readState.markServerRead({ serverId }));
    await refusedWith('PEOPLE_ONLY', robot.call.readState.list());
  });

  test('a message of another channel, and what is no message', async () => {
    const { channelId } = await roles.newChannel();
    const { channelId: otherId } = await roles.newChannel();
    const [elsewhere = ''] = await post(alice, otherId);
    for (const messageId of [elsewhere, newId(), 'x', '']) {
      for (const unread of [true, false]) {
        await refusedWith('MESSAGE_NOT_FOUND', bob.call.readState.markRead({ channelId, messageId, unread }));
      }
    }
    expect(await reads(bob, channelId)).toEqual([]);
  });
});
