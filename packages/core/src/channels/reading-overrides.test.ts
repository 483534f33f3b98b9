import { tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import type { PermissionOverride } from '../protocol/records/channel.js';
import { typingOf } from '../realtime/connections/typing.js';
import { Hub } from '../realtime/hub.js';
import { actorOf, openFeed, type TestFeed } from '../realtime/test-support.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { readableChannels } from './access.js';
import { isReadable } from './readable-sql.js';

let world: World;
let hub: Hub;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let robot: TestUser;
let mona: TestUser;
let rita: TestUser;
let serverId: string;
let channelId: string;
let path: { serverId: string; channelId: string };
let feeds: TestFeed[] = [];

beforeAll(async () => {
  world = await createWorld();
  hub = new Hub(world.services, { tickMs: 50 });
  roles = await createRoles(world);
  ({ alice, bob, robot } = roles);
  [mona, rita] = [await world.person('mona'), await world.person('rita')];
});
afterAll(async () => {
  hub.close();
  await world.close();
});

/** A public channel that bob, the bot and mona, a moderator, have joined; rita is in its server. */
beforeEach(async () => {
  serverId = await roles.newServer();
  const { code } = await alice.call.servers.createInvite({ serverId });
  for (const { call } of [mona, rita]) await call.servers.acceptInvite({ code });
  await setRole(mona, 'moderator');
  channelId = (await alice.call.channels.create({ serverId, name: 'news' })).id;
  path = { serverId, channelId };
  for (const { call } of [bob, robot, mona]) await call.channels.join(path);
});
afterEach(() => {
  for (const feed of feeds) feed.close();
  feeds = [];
});

const rule = (role: PermissionOverride['role'], allow: boolean): PermissionOverride => ({
  role,
  allow,
  permission: 'read',
});
const deny = (role: PermissionOverride['role']) => rule(role, false);
const set = (...permissionOverrides: PermissionOverride[]) =>
  alice.call.channels.update({ ...path, permissionOverrides });
const setRole = ({ id: userId }: TestUser, role: 'member' | 'moderator' | 'admin') =>
  alice.call.servers.updateMember({ serverId, userId, role });
const post = (who: TestUser, content: string) => who.call.messages.send({ channelId, content });
const settle = () => Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
const listed = async ({ call }: TestUser) => (await call.channels.list({ serverId })).map(({ name }) => name);
const found = async ({ call }: TestUser, q: string) =>
  (await call.search.inServer({ serverId, q })).map(({ message }) => message.content);

async function follow(who: TestUser, ids = [channelId], since?: number): Promise<TestFeed> {
  const feed = await openFeed(world, hub, who);
  feeds.push(feed);
  await feed.subscribe(ids, since === undefined ? {} : { [channelId]: since });
  return feed;
}

describe('a channel that members may not read', () => {
  test('is for them as a private one for those who are not in it, joined or not', async () => {
    const { id: messageId } = await post(bob, 'apples');
    await post(alice, 'pears @bob');
    await set(deny('member'));
    for (const who of [bob, rita, robot]) {
      const { call } = who;
      await refusedWith('CHANNEL_NOT_FOUND', call.channels.get(path));
      await refusedWith('CHANNEL_NOT_FOUND', call.channels.getById({ channelId }));
      await refusedWith('CHANNEL_NOT_FOUND', call.channels.members(path));
      await refusedWith('CHANNEL_NOT_FOUND', call.channels.join(path));
      await refusedWith('CHANNEL_NOT_FOUND', call.channels.leave(path));
      await refusedWith('CHANNEL_NOT_FOUND', call.messages.list({ channelId }));
      await refusedWith('CHANNEL_NOT_FOUND', call.messages.pins({ channelId }));
      await refusedWith('CHANNEL_NOT_FOUND', post(who, 'I was here'));
      await refusedWith('MESSAGE_NOT_FOUND', call.messages.get({ messageId }));
      await refusedWith('MESSAGE_NOT_FOUND', call.messages.thread({ messageId }));
      await refusedWith('MESSAGE_NOT_FOUND', call.messages.delete({ messageId }));
      await refusedWith('MESSAGE_NOT_FOUND', call.messages.react({ messageId, emoji: '👍' }));
      await refusedWith('CHANNEL_NOT_FOUND', call.channels.update({ ...path, topic: 'mine' }));
      expect(await listed(who)).toEqual(['general']);
      expect(await found(who, 'apples')).toEqual([]);
      expect(await found(who, 'in:news')).toEqual([]);
    }
    for (const who of [alice, mona]) {
      expect(await listed(who)).toEqual(['news', 'general']);
      expect(await who.call.messages.list({ channelId })).toHaveLength(2);
      expect(await found(who, 'apples')).toEqual(['apples']);
    }
    expect(await world.operator.call.admin.servers()).not.toEqual([]);
  });

  test('is out of what a person keeps and is told of, and comes back without what was told', async () => {
    const { id: root } = await post(bob, 'a root');
    await mona.call.messages.reply({ messageId: root, content: 'a reply' });
    await post(alice, 'hello @bob');
    await bob.call.savedMessages.save({ messageId: root });
    await bob.call.favorites.add({ channelId });
    await bob.call.drafts.put({ channelId, content: 'half a' });
    await settle();
    const kept = async () => ({
      saved: (await bob.call.savedMessages.list()).length,
      favorites: (await bob.call.favorites.list()).channelIds.length,
      drafts: (await bob.call.drafts.list()).length,
      items: (await bob.call.notifications.list()).filter((item) => item.channelId === channelId).length,
      threads: (await bob.call.threads.list()).length,
      unread: (await bob.call.readState.getForServer({ serverId })).filter((of) => of.channelId === channelId)
        .length,
    });
    expect(await kept()).toEqual({ saved: 1, favorites: 1, drafts: 1, items: 2, threads: 1, unread: 1 });
    await set(deny('member'));
    await settle();
    const nothing = { saved: 0, favorites: 0, drafts: 0, items: 0, threads: 0, unread: 0 };
    expect(await kept()).toEqual(nothing);
    await post(mona, '@bob @channel, between us');
    await settle();
    expect(await kept()).toEqual(nothing);
    const told = (await world.log(userStream(bob.id))).map(({ type }) => type);
    expect(told).toEqual(
      expect.arrayContaining(['favorites.updated', 'draft.deleted', 'notification.deleted']),
    );
    await set();
    expect(await kept()).toEqual({ saved: 1, favorites: 0, drafts: 0, items: 0, threads: 1, unread: 1 });
    expect(await bob.call.channels.members(path)).toHaveLength(4);
  });

  test('mentions none of them, and they are not offered there', async () => {
    await set(deny('member'));
    const { mentions } = await post(alice, '@bob @mona');
    expect(mentions).toMatchObject({ userIds: [mona.id] });
    const people = async (query: string) =>
      (await alice.call.users.search({ channelId, q: query })).map(({ username }) => username);
    expect(await people('mo')).toEqual(['mona']);
    expect(await people('bo')).toEqual([]);
    expect(await people('ri')).toEqual([]);
    await set();
    expect(await people('ri')).toEqual(['rita']);
  });

  test('is told of in its own stream alone, and the server hears that something was hidden', async () => {
    await alice.call.channels.update({ ...path, permissionOverrides: [deny('member')], topic: 'secret' });
    await post(alice, 'secret');
    await mona.call.channels.leave(path);
    await mona.call.channels.join(path);
    await alice.call.channels.update({ ...path, topic: 'more secret' });
    const inServer = await world.log(serverStream(serverId));
    expect(inServer.at(-1)).toMatchObject({ type: 'channel.hidden', data: { id: channelId, serverId } });
    expect(JSON.stringify(inServer)).not.toContain('secret');
    const types = (await world.log(channelStream(channelId))).slice(-5).map(({ type }) => type);
    expect(types).toEqual([
      'channel.updated',
      'message.created',
      'member.left',
      'member.joined',
      'channel.updated',
    ]);
    // Who else sees it now, only an answer can tell.
    await set(deny('moderator'));
    expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({ type: 'channel.hidden' });
    const opened = await set();
    expect((await world.log(serverStream(serverId))).at(-1)).toMatchObject({
      type: 'channel.created',
      data: { ...opened, members: null },
    });
  });

  test('frees its name, is not joined by default, and nobody is added who would not see it', async () => {
    await alice.call.channels.update({ ...path, joinedByDefault: true });
    expect(await set(deny('member'))).toMatchObject({ joinedByDefault: false });
    await refusedWith('INVALID_INPUT', alice.call.channels.update({ ...path, joinedByDefault: true }));
    await refusedWith('INVALID_INPUT', alice.call.channels.addMember({ ...path, userId: rita.id }));
    await rita.call.channels.create({ serverId, name: 'news' });
    await refusedWith('CHANNEL_NAME_TAKEN', set());
  });

  test('a moderator who is removed from it reads on and is told of nothing, and a member is told', async () => {
    await set(deny('member'));
    const before = await world.log(userStream(mona.id));
    await alice.call.channels.removeMember({ ...path, userId: mona.id });
    expect(await world.log(userStream(mona.id))).toEqual(before);
    expect(await mona.call.channels.get(path)).toMatchObject({ memberCount: 3 });
    await alice.call.channels.removeMember({ ...path, userId: bob.id });
    expect((await world.log(userStream(bob.id))).at(-1)).toMatchObject({
      type: 'access.revoked',
      data: { serverId, channelId },
    });
  });
});

describe('who reads by the rules', () => {
  test('bots read what is for bots, whatever members may', async () => {
    await set(deny('member'), rule('bot', true));
    await refusedWith('CHANNEL_NOT_FOUND', bob.call.messages.list({ channelId }));
    await post(robot, 'beep');
    expect(await found(robot, 'beep')).toEqual(['beep']);
    expect(await listed(robot)).toContain('news');
    await set(deny('bot'));
    await refusedWith('CHANNEL_NOT_FOUND', post(robot, 'beep'));
    await post(bob, 'no beep');
  });

  test('a private channel is for its members, whatever the rules of reading say', async () => {
    await alice.call.channels.update({ ...path, isPrivate: true });
    await set(deny('member'), rule('moderator', true));
    await post(bob, 'in here');
    await refusedWith('CHANNEL_NOT_FOUND', rita.call.channels.get(path));
    await mona.call.channels.leave(path);
    await refusedWith('CHANNEL_NOT_FOUND', mona.call.channels.get(path));
    await alice.call.channels.update({ ...path, isPrivate: false });
    await refusedWith('CHANNEL_NOT_FOUND', post(bob, 'no more'));
    await post(mona, 'back again');
  });

  test('the database and permissions.ts decide alike, for everybody and all rules', async () => {
    const others = [roles.carol, roles.dave];
    const ada = await world.person('ada');
    await ada.call.servers.acceptInvite({ code: (await alice.call.servers.createInvite({ serverId })).code });
    await setRole(ada, 'admin');
    const { bot } = await alice.call.bots.create({ username: 'bot-outside' });
    await alice.call.servers.addMember({ serverId, userId: bot.id });
    const users = [alice, ada, mona, bob, rita, robot, ...others].map(({ id }) => id).concat(bot.id);
    const { channels } = tables;
    const { db } = world.services;
    const states = [null, true, false];
    for (const isPrivate of [false, true])
      for (const member of states)
        for (const moderator of states)
          for (const ofBots of states) {
            const given = { member, moderator, bot: ofBots };
            const permissionOverrides = (['member', 'moderator', 'bot'] as const).flatMap((role) => {
              const allow = given[role];
              return allow === null ? [] : [rule(role, allow)];
            });
            await db
              .update(channels)
              .set({ isPrivate, permissionOverrides })
              .where(eq(channels.id, channelId));
            const standings = await readableChannels(
              db,
              users.map((userId) => ({ userId, channelId })),
            );
            const decided = users.filter((_, index) => standings[index] !== null);
            const rows = await db.execute<{ id: string }>(
              sql`select id from users where ${sql.raw(isReadable(`'${channelId}'`, 'users.id'))}`,
            );
            expect([given, isPrivate, [...rows].map(({ id }) => id).sort()]).toEqual([
              given,
              isPrivate,
              decided.toSorted(),
            ]);
          }
  });
});

describe('a feed', () => {
  test('ends at the change for who may not read any more, and goes on for others', async () => {
    const [reader, member, moderator] = [await follow(rita), await follow(bob), await follow(mona)];
    await post(alice, 'for all');
    for (const feed of [reader, member]) await feed.untilMessage('for all');
    await set(deny('member'));
    await post(alice, 'for some');
    await moderator.untilMessage('for some');
    for (const feed of [reader, member]) {
      await feed.until({ type: 'access.revoked', data: { serverId, channelId } });
      expect(feed.messages()).toEqual(['for all']);
      expect(feed.received.map(({ type }) => type)).not.toContain('channel.updated');
      expect(feed.ending).toBeNull();
    }
    const late = await follow(bob, [channelId], 0);
    await late.until({ type: 'subscribed', data: { channels: [], denied: [channelId] } });
    expect(late.messages()).toEqual([]);
  });

  test('ends when a role goes, and what is posted afterwards does not arrive', async () => {
    await set(deny('member'));
    const [feed, others] = [await follow(mona), await follow(alice)];
    await post(alice, 'before');
    await feed.untilMessage('before');
    await setRole(mona, 'member');
    await post(alice, 'after');
    await others.untilMessage('after');
    await feed.until({ type: 'access.revoked', data: { serverId, channelId } });
    expect(feed.messages()).toEqual(['before']);
    await setRole(rita, 'moderator');
    const promoted = await follow(rita, [channelId], 0);
    await promoted.untilMessage('after');
  });

  test('of the list follows who sees what, as the role changes', async () => {
    await set(deny('member'));
    await settle();
    await mona.call.favorites.add({ channelId });
    await setRole(mona, 'member');
    await settle();
    expect((await mona.call.favorites.list()).channelIds).toEqual([]);
    expect((await world.log(userStream(mona.id))).at(-1)).toMatchObject({ type: 'favorites.updated' });
  });

  test('nobody who is denied hears who types, nor is heard', async () => {
    const feed = await follow(mona);
    const denied = await follow(bob);
    await set(deny('member'));
    const types = async (who: TestUser) => typingOf(world.services, await actorOf(world, who))(channelId);
    await refusedWith('CHANNEL_NOT_FOUND', types(bob));
    await types(alice);
    await feed.until({ type: 'typing.started', data: { channelId, userId: alice.id } });
    expect(denied.received.map(({ type }) => type)).not.toContain('typing.started');
  });
});
