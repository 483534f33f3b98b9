import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Receipt } from '../protocol/records/receipt.js';
import { openFeed, type TestFeed } from '../realtime/test-support.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import type { TestUser, World } from '../testing/world.js';
import { createWorlds, type Worlds } from '../testing/worlds.js';

let nodes: Worlds;
let a: World;
let b: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let robot: TestUser;

beforeAll(async () => {
  nodes = await createWorlds(2);
  [a, b] = nodes.worlds as [World, World];
  roles = await createRoles(a);
  ({ alice, bob, carol, dave, robot } = roles);
});
afterAll(() => nodes.close());

/** A channel of alice, bob and a bot of alice's. */
async function newChannel(readReceipts = true) {
  const channel = await roles.newChannel({ readReceipts });
  await robot.call.channels.join(channel);
  return channel;
}

const post = async (who: TestUser, channelId: string) =>
  (await who.call.messages.send({ channelId, content: 'hello' })).id;
const read = (who: TestUser, channelId: string, messageId: string, unread = false) =>
  who.call.readState.markRead({ channelId, messageId, unread });
const list = (who: TestUser, channelId: string) => who.call.readState.receipts({ channelId });
const receipt = ({ id: userId }: TestUser, lastReadMessageId: string): Receipt => ({
  userId,
  lastReadMessageId,
});

const framesOf = ({ received }: TestFeed) =>
  received.flatMap((frame) => (frame.type === 'receipts.updated' ? [frame.data] : []));

/** Somebody's feed of a channel on the second node. */
async function feedOf(who: TestUser, channelId: string): Promise<TestFeed> {
  const feed = await openFeed(b, b.services.hub, who);
  await feed.subscribe([channelId]);
  return feed;
}

/** Waits until a feed has brought a position. */
const heard = (feed: TestFeed, channelId: string, expected: Receipt) =>
  expect
    .poll(() => framesOf(feed))
    .toContainEqual({ channelId, receipts: expect.arrayContaining([expected]) });

/** Waits until a feed has had what was published before. */
async function settled(feed: TestFeed, channelId: string): Promise<void> {
  await alice.call.messages.send({ channelId, content: 'marker' });
  await feed.untilMessage('marker');
}

test('in a direct message the others see the positions, on every node, and nothing is logged for it', async () => {
  const { id: channelId } = await alice.call.dms.create({ userIds: [bob.id, carol.id] });
  const first = await post(alice, channelId);
  expect(await list(bob, channelId)).toEqual([receipt(alice, first)]);
  const feed = await feedOf(alice, channelId);
  const logged = (await a.log({ id: channelId })).length;
  await read(bob, channelId, first);
  await heard(feed, channelId, receipt(bob, first));
  expect(await list(alice, channelId)).toEqual(
    expect.arrayContaining([receipt(alice, first), receipt(bob, first)]),
  );
  expect(await a.log({ id: channelId })).toHaveLength(logged);
  feed.close();
});

test('the list has the position that a mark, a mark back and an own post give, and what moved last is told', async () => {
  const { serverId, channelId } = await newChannel();
  const [first, second] = [await post(alice, channelId), await post(alice, channelId)];
  const feed = await feedOf(alice, channelId);
  const ofBob = async () => (await list(alice, channelId)).filter(({ userId }) => userId === bob.id);
  expect(await ofBob()).toEqual([]);
  await read(bob, channelId, first);
  await read(bob, channelId, second);
  await read(bob, channelId, second, true);
  await heard(feed, channelId, receipt(bob, first));
  expect(await ofBob()).toEqual([receipt(bob, first)]);
  const own = await post(bob, channelId);
  expect(await ofBob()).toEqual([receipt(bob, own)]);
  await bob.call.messages.delete({ messageId: own });
  expect(await ofBob()).toEqual([receipt(bob, own)]);
  await alice.call.messages.reply({ messageId: first, content: 'a reply moves no position of the channel' });
  expect(await list(bob, channelId)).toContainEqual(receipt(alice, second));
  await robot.call.messages.send({ channelId, content: 'bots have no position' });
  await bob.call.channels.leave({ serverId, channelId });
  expect(await list(alice, channelId)).toEqual([receipt(alice, second)]);
  feed.close();
});

test('marking a server as read is told in its channels', async () => {
  const { serverId, channelId } = await newChannel();
  const last = await post(alice, channelId);
  const feed = await feedOf(alice, channelId);
  await bob.call.readState.markServerRead({ serverId });
  await heard(feed, channelId, receipt(bob, last));
  feed.close();
});

describe('who has switched it off', () => {
  test('is not shown and does not see the others, at once, and both again later', async () => {
    const { serverId, channelId } = await newChannel();
    const hidden = await a.person('hidden');
    const { code } = await alice.call.servers.createInvite({ serverId });
    await hidden.call.servers.acceptInvite({ code });
    await hidden.call.channels.join({ serverId, channelId });
    const messageId = await post(alice, channelId);
    await read(hidden, channelId, messageId);
    expect(await list(alice, channelId)).toContainEqual(receipt(hidden, messageId));

    expect(await hidden.call.users.updateMe({ readReceipts: false })).toMatchObject({ readReceipts: false });
    expect((await a.log(hidden)).at(-1)).toMatchObject({ type: 'me.updated', data: { readReceipts: false } });
    expect(await list(alice, channelId)).toEqual([receipt(alice, messageId)]);
    expect(await list(hidden, channelId)).toEqual([]);
    const [feed, feedOfHidden] = [await feedOf(alice, channelId), await feedOf(hidden, channelId)];
    const next = await post(alice, channelId);
    await read(hidden, channelId, next);
    await read(bob, channelId, next);
    await heard(feed, channelId, receipt(bob, next));
    await settled(feedOfHidden, channelId);
    expect(framesOf(feedOfHidden)).toEqual([]);
    expect(framesOf(feed).flatMap(({ receipts }) => receipts)).toEqual([receipt(bob, next)]);

    await hidden.call.users.updateMe({ readReceipts: true });
    expect(await list(hidden, channelId)).toContainEqual(receipt(hidden, next));
    for (const open of [feed, feedOfHidden]) open.close();
  });

  test('keeps that to themselves: no public profile says it', async () => {
    expect(await alice.call.users.get({ userId: bob.id })).not.toHaveProperty('readReceipts');
    expect(await bob.call.users.me()).toMatchObject({ readReceipts: true });
  });
});

describe('a channel', () => {
  test('shows no positions unless an admin has switched that on, which everybody is told', async () => {
    const { serverId, channelId } = await newChannel(false);
    const messageId = await post(alice, channelId);
    await read(bob, channelId, messageId);
    expect(await list(alice, channelId)).toEqual([]);
    const change = (who: TestUser, readReceipts: boolean) =>
      who.call.channels.update({ serverId, channelId, readReceipts });
    await refusedWith('ADMIN_REQUIRED', change(bob, true));
    await refusedWith('SERVER_NOT_FOUND', change(carol, true));
    expect(await change(alice, true)).toMatchObject({ readReceipts: true });
    expect((await a.log({ id: channelId })).at(-1)).toMatchObject({
      type: 'channel.updated',
      data: { readReceipts: true },
    });
    expect(await list(alice, channelId)).toContainEqual(receipt(bob, messageId));
    await change(alice, false);
    expect(await list(alice, channelId)).toEqual([]);
  });

  test('of more than 50 members shows none, and cannot be set to', async () => {
    const { serverId, channelId } = await newChannel();
    await post(alice, channelId);
    expect(await list(alice, channelId)).toHaveLength(1);
    const grow = (memberCount: number) =>
      a.services.db.update(tables.channels).set({ memberCount }).where(eq(tables.channels.id, channelId));
    await grow(51);
    expect(await list(alice, channelId)).toEqual([]);
    const change = (readReceipts: boolean) =>
      alice.call.channels.update({ serverId, channelId, readReceipts });
    await change(false);
    await refusedWith('TOO_MANY_MEMBERS_FOR_RECEIPTS', change(true));
    await grow(50);
    await change(true);
    expect(await list(alice, channelId)).toHaveLength(1);
  });

  test('that ends, or whose server one leaves, shows none any more', async () => {
    const { serverId, channelId } = await newChannel();
    const messageId = await post(alice, channelId);
    await read(bob, channelId, messageId);
    const feed = await feedOf(bob, channelId);
    await bob.call.servers.leave({ serverId });
    await refusedWith('CHANNEL_NOT_FOUND', list(bob, channelId));
    expect(await list(alice, channelId)).toEqual([receipt(alice, messageId)]);
    await alice.call.channels.delete({ serverId, channelId });
    await refusedWith('CHANNEL_NOT_FOUND', list(alice, channelId));
    feed.close();
  });
});

test('readers who are no members, and bots, hear nothing and are refused, as outsiders and anonymous callers are', async () => {
  const { serverId, channelId } = await newChannel();
  const erin = await a.person('erin');
  const { code } = await alice.call.servers.createInvite({ serverId });
  await erin.call.servers.acceptInvite({ code });
  const [feed, ofErin, ofRobot] = [
    await feedOf(alice, channelId),
    await feedOf(erin, channelId),
    await feedOf(robot, channelId),
  ];
  const messageId = await post(alice, channelId);
  await read(bob, channelId, messageId);
  await heard(feed, channelId, receipt(bob, messageId));
  for (const other of [ofErin, ofRobot]) {
    await settled(other, channelId);
    expect(framesOf(other)).toEqual([]);
  }
  await refusedWith('NOT_A_CHANNEL_MEMBER', list(erin, channelId));
  for (const who of [carol, dave]) await refusedWith('CHANNEL_NOT_FOUND', list(who, channelId));
  await refusedWith('PEOPLE_ONLY', list(robot, channelId));
  await refusedWith('UNAUTHENTICATED', list(a.anonymous, channelId));
  for (const id of ['x', '', serverId]) await refusedWith('CHANNEL_NOT_FOUND', list(alice, id));
  for (const open of [feed, ofErin, ofRobot]) open.close();
});

test('of many people who read at once each position is told', async () => {
  const people = await Promise.all(Array.from({ length: 24 }, (_, n) => a.person(`reader-${n}`)));
  const { id: serverId } = await createServerWith(alice, ...people);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'many', readReceipts: true });
  for (const { call } of people) await call.channels.join({ serverId, channelId });
  const messageId = await post(alice, channelId);
  const feed = await feedOf(alice, channelId);
  await Promise.all(people.map((who) => read(who, channelId, messageId)));
  for (const who of people) await heard(feed, channelId, receipt(who, messageId));
  expect(await list(alice, channelId)).toHaveLength(25);
  feed.close();
});
