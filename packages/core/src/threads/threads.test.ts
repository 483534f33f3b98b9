import { newId } from '@palaver/db';
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

/** A channel of alice and bob, with a message of alice's. */
async function newThread(isPrivate = false) {
  const { serverId, channelId } = await roles.newChannel({ isPrivate });
  const { id: threadId } = await alice.call.messages.send({ channelId, content: 'root' });
  return { serverId, channelId, threadId };
}

const reply = async (who: TestUser, messageId: string, content = 'reply') =>
  (await who.call.messages.reply({ messageId, content })).id;

/** What somebody follows in a server: the threads, and how many replies of each are unread. */
const followed = async (who: TestUser, serverId: string, unread = false) =>
  (await who.call.threads.getForServer({ serverId, unread })).map((it) => [it.threadId, it.unreadCount]);

/** The types of the events about a thread in somebody's own stream, without those of their inbox, which comes later. */
async function told(who: TestUser, threadId: string): Promise<string[]> {
  await world.services.background.idle();
  const log = await world.log(who);
  return log.flatMap(({ type, data }) =>
    !type.startsWith('notification.') && 'threadId' in data && data.threadId === threadId ? [type] : [],
  );
}

test('who replies and who began the thread follow it, and are told once', async () => {
  const { serverId, threadId } = await newThread();
  expect(await followed(alice, serverId)).toEqual([]);
  await reply(bob, threadId);
  await reply(bob, threadId);
  expect(await followed(alice, serverId)).toEqual([[threadId, 2]]);
  expect(await followed(bob, serverId)).toEqual([[threadId, 0]]);
  const answer = await reply(alice, threadId);
  expect(await followed(alice, serverId)).toEqual([[threadId, 0]]);
  const [thread] = await bob.call.threads.list({});
  expect(thread).toMatchObject({
    root: { id: threadId, content: 'root', replyCount: 3 },
    lastReply: { id: answer, user: { id: alice.id } },
    firstUnreadMessageId: answer,
    unreadCount: 1,
  });
  expect(await told(alice, threadId)).toEqual(['thread.followed']);
  expect(await told(bob, threadId)).toEqual(['thread.followed']);
});

test('a thread that one has left stays left until one replies or is mentioned there', async () => {
  const { serverId, threadId } = await newThread();
  const own = await reply(bob, threadId);
  expect(await told(bob, threadId)).toEqual(['thread.followed']);
  await bob.call.threads.unfollow({ messageId: own });
  await bob.call.threads.unfollow({ messageId: threadId });
  await reply(alice, threadId);
  expect(await followed(bob, serverId)).toEqual([]);
  await reply(alice, threadId, '@bob');
  expect(await followed(bob, serverId)).toEqual([[threadId, 1]]);
  await bob.call.threads.unfollow({ messageId: threadId });
  await reply(bob, threadId);
  expect(await followed(bob, serverId)).toEqual([[threadId, 0]]);
  const types = await told(bob, threadId);
  expect(types.filter((type) => type === 'thread.unfollowed')).toHaveLength(2);
  expect(types.at(-1)).toBe('thread.followed');
});

test('an edit that mentions somebody in a reply lets them follow', async () => {
  const { serverId, threadId } = await newThread();
  const messageId = await reply(alice, threadId);
  await alice.call.messages.edit({ messageId, content: '@bob' });
  const [thread] = await bob.call.threads.getForServer({ serverId });
  expect(thread).toMatchObject({ threadId, unreadCount: 1, mentionCount: 1 });
});

test('who chooses to follow begins at the end, and is told once', async () => {
  const { channelId, threadId } = await newThread();
  await reply(alice, threadId);
  const begun = await bob.call.threads.follow({ messageId: threadId });
  expect(begun).toMatchObject({ channelId, threadId, unreadCount: 0, lastReadMessageId: null });
  expect(await bob.call.threads.follow({ messageId: threadId })).toEqual(begun);
  expect(await told(bob, threadId)).toEqual(['thread.followed']);
});

test('positions move as in a channel', async () => {
  const { channelId, threadId } = await newThread();
  await bob.call.threads.follow({ messageId: threadId });
  const [first = '', second = ''] = [await reply(alice, threadId), await reply(alice, threadId)];
  const read = (messageId: string, unread = false) =>
    bob.call.threads.markRead({ threadId, messageId, unread });
  expect(await read(first)).toMatchObject({ unreadCount: 1, firstUnreadMessageId: second });
  expect(await read(threadId)).toMatchObject({ unreadCount: 1, lastReadMessageId: first });
  expect(await read(second)).toMatchObject({ unreadCount: 0 });
  expect(await read(first, true)).toMatchObject({ unreadCount: 2, firstUnreadMessageId: first });
  const own = await reply(bob, threadId);
  await bob.call.messages.delete({ messageId: own });
  const [thread] = await bob.call.threads.list({});
  expect(thread).toMatchObject({ unreadCount: 0, lastReadMessageId: own, lastReply: { id: second } });
  expect((await told(bob, threadId)).filter((type) => type === 'read.updated')).toHaveLength(3);
  expect(await bob.call.readState.getForChannel({ channelId })).toMatchObject({ unreadCount: 1 });
});

test('the newest activity comes first, in pages, and unread ones can be asked for alone', async () => {
  const { serverId, channelId, threadId: first } = await newThread();
  const { id: second } = await alice.call.messages.send({ channelId, content: 'second' });
  const { id: third } = await alice.call.messages.send({ channelId, content: 'third' });
  for (const root of [first, second, third]) await reply(bob, root);
  await reply(alice, first);
  const page = (before?: string) =>
    bob.call.threads
      .getForServer({ serverId, limit: 2, before })
      .then((it) => it.map(({ threadId }) => threadId));
  expect(await page()).toEqual([first, third]);
  expect(await page(third)).toEqual([second]);
  expect(await page(second)).toEqual([]);
  expect(await followed(bob, serverId, true)).toEqual([[first, 1]]);
  await bob.call.threads.markRead({ threadId: second, messageId: second, unread: true });
  expect(await followed(bob, serverId, true)).toEqual([[first, 1]]);
});

describe('threads are out of reach', () => {
  test('with their channel, at once, and are back with it', async () => {
    const { serverId, channelId, threadId } = await newThread(true);
    await reply(bob, threadId);
    await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
    expect(await followed(bob, serverId)).toEqual([]);
    await refusedWith('MESSAGE_NOT_FOUND', bob.call.threads.markRead({ threadId, messageId: threadId }));
    await refusedWith('MESSAGE_NOT_FOUND', bob.call.threads.unfollow({ messageId: threadId }));
    await alice.call.channels.addMember({ serverId, channelId, userId: bob.id });
    expect(await followed(bob, serverId)).toEqual([[threadId, 0]]);
    await bob.call.servers.leave({ serverId });
    expect((await bob.call.threads.list({})).map((it) => it.threadId)).not.toContain(threadId);
    await refusedWith('SERVER_NOT_FOUND', bob.call.threads.getForServer({ serverId }));
  });

  test('when their first message is deleted, and when their channel is', async () => {
    const { serverId, channelId, threadId } = await newThread();
    await reply(bob, threadId);
    const { id: other } = await alice.call.messages.send({ channelId, content: 'other' });
    await reply(bob, other);
    await alice.call.messages.delete({ messageId: threadId });
    expect(await followed(bob, serverId)).toEqual([[other, 0]]);
    await alice.call.channels.delete({ serverId, channelId });
    expect(await followed(bob, serverId)).toEqual([]);
  });
});

test('refuses outsiders, former members, bots and anonymous callers, and what is no message of the channel', async () => {
  const { serverId, threadId } = await newThread();
  const { threadId: elsewhere } = await newThread();
  for (const who of [carol, dave])
    await refusedWith('MESSAGE_NOT_FOUND', who.call.threads.follow({ messageId: threadId }));
  await refusedWith('PEOPLE_ONLY', robot.call.threads.follow({ messageId: threadId }));
  await refusedWith('UNAUTHENTICATED', world.anonymous.call.threads.list({}));
  await refusedWith('SERVER_NOT_FOUND', carol.call.threads.getForServer({ serverId }));
  const read = (messageId: string) => bob.call.threads.markRead({ threadId, messageId });
  await refusedWith('NOT_A_THREAD_FOLLOWER', read(threadId));
  await bob.call.threads.follow({ messageId: threadId });
  for (const messageId of [elsewhere, newId(), 'x']) await refusedWith('MESSAGE_NOT_FOUND', read(messageId));
});
