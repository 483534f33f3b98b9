import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelStream, userStream } from '../log/streams.js';
import { countWaiting } from '../testing/count-waiting.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { seenUser } from '../testing/seen-user.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let count = 0;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dm: string;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  count++;
  alice = await world.person(`alice-${count}`);
  bob = await world.person(`bob-${count}`);
  carol = await world.person(`carol-${count}`);
  ({ id: dm } = await alice.call.dms.create({ userIds: [bob.id] }));
  for (const who of [alice, bob]) await send(who, 'before');
  // Their items are in the inboxes before a test looks at the streams.
  await inbox(alice);
});

const send = (who: TestUser, content: string, channelId = dm) =>
  who.call.messages.send({ channelId, content });
const block = (who: TestUser, whom: TestUser) => who.call.users.block({ userId: whom.id });
const unblock = (who: TestUser, whom: TestUser) => who.call.users.unblock({ userId: whom.id });
const open = (who: TestUser, ...others: TestUser[]) =>
  who.call.dms.create({ userIds: others.map(({ id }) => id) });
const inbox = async (who: TestUser) => {
  await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
  return who.call.notifications.list({});
};
const nothingIsWritten = (who: TestUser) => refusedWith('DM_NOT_ALLOWED', send(who, 'after'));

describe('a block', () => {
  test('ends writing in the direct message of the two, in both directions, until it is taken back', async () => {
    const [message] = await bob.call.messages.list({ channelId: dm });
    const messageId = message?.id ?? '';
    await block(alice, bob);
    const log = await world.log(channelStream(dm));
    for (const who of [alice, bob]) {
      await nothingIsWritten(who);
      await refusedWith('DM_NOT_ALLOWED', who.call.messages.reply({ messageId, content: 'reply' }));
      await refusedWith('DM_NOT_ALLOWED', who.call.messages.react({ messageId, emoji: '👍' }));
      await refusedWith('DM_NOT_ALLOWED', who.call.messages.pin({ messageId }));
    }
    await refusedWith('DM_NOT_ALLOWED', bob.call.messages.edit({ messageId, content: 'edited' }));
    expect(await world.log(channelStream(dm))).toEqual(log);
    expect(await bob.call.messages.list({ channelId: dm })).toHaveLength(2);
    expect(await open(bob, alice)).toMatchObject({ id: dm });
    await unblock(alice, bob);
    for (const who of [alice, bob]) await send(who, 'again');
  });

  test('holds against posts at the same moment', async () => {
    const posts = Promise.allSettled(Array.from({ length: 20 }, (_, n) => send(bob, `post ${n}`)));
    await block(alice, bob);
    const { length } = await world.log(channelStream(dm));
    await Promise.allSettled([posts, ...Array.from({ length: 20 }, () => send(bob, 'late'))]);
    expect(await world.log(channelStream(dm))).toHaveLength(length);
  });

  test('waits for a post that is being written: who has the answer sees the post', async () => {
    const { db } = world.services;
    const key = 'held';
    const meanwhile = await db.transaction(async (tx) => {
      // The post has seen that nobody is blocked, and waits for what another request has under its key.
      const row = { userId: bob.id, key, requestHash: Buffer.alloc(32), answer: null, createdAt: new Date() };
      await tx.insert(tables.idempotencyKeys).values(row);
      const post = bob.withKey(key).call.messages.send({ channelId: dm, content: 'under way' });
      await expect.poll(() => countWaiting(db)).toBe(1);
      let isBlocked = false;
      const blocked = block(alice, bob).then(() => {
        isBlocked = true;
        return world.log(channelStream(dm));
      });
      await expect.poll(async () => isBlocked || (await countWaiting(db)) === 2).toBe(true);
      await tx.delete(tables.idempotencyKeys).where(eq(tables.idempotencyKeys.userId, bob.id));
      return { post, blocked };
    });
    await meanwhile.post;
    const log = await meanwhile.blocked;
    expect(await world.log(channelStream(dm))).toEqual(log);
  });

  test('of somebody by several devices at once is one block, and the last event of each account is its state', async () => {
    const people = [alice, bob, carol];
    for (const change of [block, unblock, block]) {
      await Promise.all(
        people.flatMap((who) =>
          people.flatMap((whom) =>
            who === whom ? [] : [change(who, whom), change(who, whom), change(who, whom)],
          ),
        ),
      );
      for (const who of people) {
        const me = await who.call.users.me();
        expect([...me.blockedUserIds].sort()).toEqual(
          change === unblock ? [] : people.flatMap(({ id }) => (id === who.id ? [] : [id])).sort(),
        );
        expect((await world.log(userStream(who.id))).at(-1)).toMatchObject({ type: 'me.updated', data: me });
      }
    }
  });

  test('is told to the devices of the person who blocks; the direct message gets a profile as it is, and the other nothing else', async () => {
    const streams = [userStream(alice.id), userStream(bob.id), channelStream(dm)];
    const logs = () => Promise.all(streams.map((stream) => world.log(stream)));
    const before = await logs();
    const asBob = await bob.call.users.me();
    await block(alice, bob);
    await block(alice, bob);
    const [own, other, ofBoth] = (await logs()).map((log, n) => log.slice(before[n]?.length));
    expect(own).toMatchObject([{ type: 'me.updated', data: { blockedUserIds: [bob.id] } }]);
    expect(other).toEqual([]);
    const profile = await seenUser(alice, bob.id);
    expect(ofBoth).toMatchObject([{ type: 'user.updated', data: profile }]);
    expect(await alice.call.users.me()).toMatchObject({ blockedUserIds: [bob.id] });
    expect(await bob.call.users.me()).toEqual(asBob);
    expect(await alice.call.users.blocks()).toEqual([profile]);
    expect(await bob.call.users.blocks()).toEqual([]);
    await unblock(alice, bob);
    await unblock(alice, bob);
    const [ownAfter, otherAfter, ofBothAfter] = (await logs()).map((log, n) => log.slice(before[n]?.length));
    expect(ownAfter?.slice(1)).toMatchObject([{ type: 'me.updated', data: { blockedUserIds: [] } }]);
    expect(otherAfter).toEqual([]);
    expect(ofBothAfter?.slice(1)).toMatchObject([{ type: 'user.updated', data: profile }]);
  });

  test('of somebody without a direct message is told to nobody else', async () => {
    const before = await world.log(userStream(carol.id));
    await block(alice, carol);
    expect(await world.log(userStream(carol.id))).toEqual(before);
  });

  test('opens no direct message, also of more people; others open theirs', async () => {
    await block(alice, carol);
    for (const [who, other] of [
      [alice, carol],
      [carol, alice],
    ] as const) {
      await refusedWith('DM_NOT_ALLOWED', open(who, other));
      await refusedWith('DM_NOT_ALLOWED', open(who, bob, other));
    }
    await open(bob, carol);
    const { id } = await open(bob, alice, carol);
    await send(carol, 'to both', id);
  });

  test('makes no item of what is written elsewhere, and leaves it there', async () => {
    const { id: serverId } = await createServerWith(alice, bob, carol);
    const { id: channelId } = await alice.call.channels.create({ serverId, name: 'open' });
    await block(alice, bob);
    const earlier = await inbox(alice);
    await send(bob, `@alice-${count} hello`, channelId);
    expect(await inbox(alice)).toEqual(earlier);
    expect(await alice.call.messages.list({ channelId })).toHaveLength(1);
    await send(carol, `@alice-${count} hello`, channelId);
    expect(await inbox(alice)).toHaveLength(earlier.length + 1);
  });

  test('is refused for oneself, for nobody, beyond 500, for bots and without a token', async () => {
    await refusedWith('CANNOT_BLOCK_YOURSELF', block(alice, alice));
    await refusedWith('USER_NOT_FOUND', alice.call.users.block({ userId: 'nonsense' }));
    await refusedWith('USER_NOT_FOUND', alice.call.users.unblock({ userId: dm }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.blocks());
    await refusedWith('UNAUTHENTICATED', block(world.anonymous, bob));
    const { bot, token } = await alice.call.bots.create({ username: `helper-${count}` });
    const asBot = world.userWithToken(bot.id, token);
    await refusedWith('PEOPLE_ONLY', block(asBot, bob));
    await refusedWith('PEOPLE_ONLY', unblock(asBot, bob));
    await refusedWith('PEOPLE_ONLY', asBot.call.users.blocks());
    await block(bob, asBot);
    await refusedWith('DM_NOT_ALLOWED', open(asBot, bob));
  });
});

describe('who may open a direct message', () => {
  test('is everyone, who is in a server with the person, or nobody', async () => {
    expect(await carol.call.users.me()).toMatchObject({ dmsFrom: 'everyone' });
    await carol.call.users.updateMe({ dmsFrom: 'servers' });
    await refusedWith('DM_NOT_ALLOWED', open(alice, carol));
    await createServerWith(carol, alice);
    await open(alice, carol);
    await carol.call.users.updateMe({ dmsFrom: 'nobody' });
    await createServerWith(carol, bob);
    await refusedWith('DM_NOT_ALLOWED', open(bob, carol));
    await refusedWith('DM_NOT_ALLOWED', open(bob, alice, carol));
    // What is open stays, and the person opens others.
    await send(alice, 'still open', (await open(alice, carol)).id);
    await send(bob, 'answer', (await open(carol, bob)).id);
  });

  test.each([{ dmsFrom: 'friends' }, { dmsFrom: 1 }])('refuses %j', async (fields) => {
    // TypeScript refuses it; a client can send it nevertheless.
    await refusedWith('INVALID_INPUT', alice.call.users.updateMe(fields as never));
  });
});

describe('a block of somebody', () => {
  test('covers their bots: in direct messages, in the inbox and in channels', async () => {
    const { bot, token } = await bob.call.bots.create({ username: `helper-${count}` });
    const helper = world.userWithToken(bot.id, token);
    const { id: withBot } = await open(alice, helper);
    await send(helper, 'before', withBot);
    const { id: serverId } = await createServerWith(alice, bob);
    const { id: channelId } = await alice.call.channels.create({ serverId, name: 'talk' });
    await bob.call.servers.addMember({ serverId, userId: bot.id });
    const { id: hidden } = await bob.call.channels.create({ serverId, name: 'hidden', isPrivate: true });
    await bob.call.channels.addMember({ serverId, channelId: hidden, userId: bot.id });
    await helper.call.channels.join({ serverId, channelId });
    await block(alice, bob);
    for (const who of [helper, alice]) await refusedWith('DM_NOT_ALLOWED', send(who, 'after', withBot));
    const items = await inbox(alice);
    await send(helper, `hello @alice-${count}`, channelId);
    expect(await inbox(alice)).toEqual(items);
    const dana = await world.person(`dana-${count}`);
    await refusedWith('DM_NOT_ALLOWED', open(helper, alice, dana));
    for (const who of [bob, helper])
      await refusedWith(
        'CANNOT_ADD_MEMBER',
        who.call.channels.addMember({ serverId, channelId: hidden, userId: alice.id }),
      );
    await unblock(alice, bob);
    await send(helper, 'again', withBot);
    await helper.call.channels.addMember({ serverId, channelId: hidden, userId: alice.id });
  });
});

test('a member who is timed out adds nobody to a channel, a group or the server', async () => {
  const { id: serverId } = await createServerWith(alice, bob, carol);
  const { id: channelId } = await bob.call.channels.create({ serverId, name: 'hidden', isPrivate: true });
  const { bot, token } = await bob.call.bots.create({ username: `helper-${count}` });
  await bob.call.servers.addMember({ serverId, userId: bot.id });
  await bob.call.channels.addMember({ serverId, channelId, userId: bot.id });
  await alice.call.servers.updateMember({ serverId, userId: carol.id, role: 'admin' });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  for (const who of [bob, carol]) await alice.call.servers.timeOut({ serverId, userId: who.id, until });
  const other = await bob.call.bots.create({ username: `other-${count}` });
  for (const who of [bob, world.userWithToken(bot.id, token)])
    await refusedWith('TIMED_OUT', who.call.channels.addMember({ serverId, channelId, userId: carol.id }));
  await refusedWith('TIMED_OUT', bob.call.servers.addMember({ serverId, userId: other.bot.id }));
  await refusedWith('TIMED_OUT', carol.call.userGroups.create({ serverId, handle: 'us', name: 'Us' }));
});
