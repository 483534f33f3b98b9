import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLocalBus } from '../log/bus.js';
import { createServices } from '../services.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ serverId, channelId } = await roles.newChannel());
});

const say = async (who: TestUser, content = 'x') => (await who.call.messages.send({ channelId, content })).id;

/** In the list of the server, which tails count, and alone, which a statement does. */
async function unread(who: TestUser) {
  const list = await who.call.readState.getForServer({ serverId });
  const all = await who.call.readState.list();
  const listed = list.find((item) => item.channelId === channelId);
  expect(all.find((item) => item.channelId === channelId)).toEqual(listed);
  expect(await who.call.readState.getForChannel({ channelId })).toEqual(listed);
  return listed;
}

/** Lets the node read the end of the channel. */
async function know(): Promise<void> {
  world.services.channelTails.missed(channelId, 1_000);
  await world.services.channelTails.idle();
}

async function isKnown(): Promise<boolean> {
  return world.services.channelTails.find(channelId, await headSeq()) !== null;
}

async function headSeq(): Promise<number> {
  const [row] = await world.services.db.execute<{ seq: string }>(
    sql`select last_seq as seq from stream_heads where id = ${channelId}`,
  );
  return Number(row?.seq);
}

test('the end of a channel that is read and carried on counts as a statement does', async () => {
  const first = await say(alice);
  await know();
  expect(await isKnown()).toBe(true);
  expect(await unread(bob)).toMatchObject({ unreadCount: 1, firstUnreadMessageId: first });
  const second = await say(alice);
  await alice.call.messages.reply({ messageId: first, content: 'in the thread' });
  await alice.call.messages.edit({ messageId: second, content: 'edited' });
  await bob.call.messages.react({ messageId: first, emoji: '👍' });
  expect(await isKnown()).toBe(true);
  expect(await unread(bob)).toMatchObject({ unreadCount: 2, firstUnreadMessageId: first });
  await bob.call.readState.markRead({ channelId, messageId: first });
  expect(await unread(bob)).toMatchObject({ unreadCount: 1, firstUnreadMessageId: second });
  const own = await say(bob);
  expect(await unread(bob)).toMatchObject({
    unreadCount: 0,
    lastReadMessageId: own,
    firstUnreadMessageId: null,
  });
  const third = await say(alice);
  expect(await unread(bob)).toMatchObject({
    unreadCount: 1,
    lastReadMessageId: own,
    firstUnreadMessageId: third,
  });
  expect(await isKnown()).toBe(true);
});

test('who sets a position back, and who is mentioned, is counted for by a statement', async () => {
  const first = await say(alice);
  await say(bob);
  await know();
  await bob.call.readState.markRead({ channelId, messageId: first, unread: true });
  expect(await unread(bob)).toMatchObject({ unreadCount: 1, firstUnreadMessageId: first });
  await say(alice, '@bob');
  expect(await unread(bob)).toMatchObject({ unreadCount: 2, mentionCount: 1 });
});

test('a deleted message ends what is known', async () => {
  const first = await say(alice);
  const second = await say(alice);
  await know();
  expect(await unread(bob)).toMatchObject({ unreadCount: 2, firstUnreadMessageId: first });
  await alice.call.messages.delete({ messageId: first });
  expect(await unread(bob)).toMatchObject({ unreadCount: 1, firstUnreadMessageId: second });
  expect(await isKnown()).toBe(false);
});

test('counts are exact to 1,000, and then say so', async () => {
  await world.services.db.execute(sql`
    with head as (update stream_heads set last_seq = 1100 where id = ${channelId})
    insert into messages (id, channel_id, seq, user_id, content, created_at, updated_at)
    select gen_random_uuid(), ${channelId}, n, ${alice.id}, 'x', now(), now() from generate_series(101, 1100) n`);
  await know();
  expect(await unread(bob)).toMatchObject({ unreadCount: 1_000, capped: false });
  await say(alice);
  expect(await isKnown()).toBe(true);
  expect(await unread(bob)).toMatchObject({ unreadCount: 1_000, capped: true, firstUnreadMessageId: null });
  const own = await say(bob);
  expect(await unread(bob)).toMatchObject({ unreadCount: 0, capped: false, lastReadMessageId: own });
});

test('a channel is known once much of it was counted, and not any more where it is busy and nobody asks', async () => {
  const { channelTails } = world.services;
  await say(alice);
  for (let n = 0; n < 40 && !(await isKnown()); n++) {
    await unread(bob);
    await channelTails.idle();
  }
  expect(await isKnown()).toBe(true);
  for (let n = 0; n < 33; n++) await say(alice);
  expect(await isKnown()).toBe(false);
  expect(await unread(bob)).toMatchObject({ unreadCount: 34 });
});

test('a node that hears of nothing counts what others have posted and deleted', async () => {
  const first = await say(alice);
  const deaf = createServices({ ...world.services, bus: createLocalBus() });
  try {
    deaf.channelTails.missed(channelId, 1_000);
    await deaf.channelTails.idle();
    expect(deaf.channelTails.find(channelId, await headSeq())).not.toBeNull();
    await say(alice);
    await alice.call.messages.delete({ messageId: first });
    expect(deaf.channelTails.find(channelId, await headSeq())).toBeNull();
  } finally {
    await deaf.close();
  }
});
