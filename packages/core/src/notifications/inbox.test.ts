import { tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userStream } from '../log/streams.js';
import type { Notification } from '../protocol/records/notification.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { INBOX_MAX } from './engine-writes.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let robot: TestUser;
let serverId: string;
/** Alice and bob are in it. */
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob, carol, dave, robot } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = await roles.newServer();
  ({ id: channelId } = await alice.call.channels.create({ serverId, name: 'talk' }));
  await bob.call.channels.join({ serverId, channelId });
});

const settle = () => Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
const send = (who: TestUser, content: string, to = channelId) =>
  who.call.messages.send({ channelId: to, content });

/** The items about the server or the direct message of this test, newest first. */
async function inbox(who: TestUser, about: string = serverId): Promise<Notification[]> {
  await settle();
  const items = await who.call.notifications.list({ limit: 100 });
  return items.filter((item) => item.serverId === about || item.channelId === about);
}
const kinds = async (who: TestUser, about?: string) => (await inbox(who, about)).map(({ kind }) => kind);
const typesOf = async (who: TestUser) => (await world.log(userStream(who.id))).map(({ type }) => type);

describe('an item comes', () => {
  test('for a mention, and names the message and nothing of it', async () => {
    const { id: messageId, createdAt } = await send(alice, 'hello @bob');
    const [item, ...more] = await inbox(bob);
    expect(more).toEqual([]);
    expect(item).toEqual({
      ...{
        id: item?.id,
        kind: 'mention',
        serverId,
        channelId,
        messageId,
        threadId: null,
        authorId: alice.id,
      },
      ...{ count: 1, silent: false, createdAt, updatedAt: createdAt, readAt: null },
    });
    const created = (await world.log(userStream(bob.id))).at(-1);
    expect(created).toMatchObject({ type: 'notification.created', data: { ...item, streamId: bob.id } });
    expect(JSON.stringify(created)).not.toContain('hello');
  });

  test('for @channel to every member, for @here to those who are online, and never to the author or a bot', async () => {
    await alice.call.channels.addMember({ serverId, channelId, userId: robot.id });
    await send(alice, '@channel @alice @robot');
    expect([await kinds(alice), await kinds(bob), await kinds(robot)]).toEqual([[], ['mention'], []]);
    await send(bob, '@here');
    expect(await kinds(alice)).toEqual([]);
    world.services.hub.presence.enter(serverId, alice.id);
    await send(bob, '@here');
    expect(await kinds(alice)).toEqual(['mention']);
    world.services.hub.presence.leave(serverId, alice.id);
  });

  test('for each direct message, also with the level "nothing", but then it is silent', async () => {
    const { id } = await alice.call.dms.create({ userIds: [bob.id, carol.id] });
    await send(alice, 'one', id);
    await carol.call.notificationPreferences.setForDm({ channelId: id, level: 'nothing' });
    await send(alice, 'two', id);
    expect(await inbox(bob, id)).toMatchObject([
      { kind: 'dm', silent: false },
      { kind: 'dm', silent: false },
    ]);
    const silences = (await inbox(carol, id)).map(({ silent }) => silent);
    expect(silences[0]).toBe(true);
    expect(await kinds(alice, id)).toEqual([]);
  });

  test('once for a channel of which one wants all messages, and counts up until it is read', async () => {
    await bob.call.notificationPreferences.setForServer({ serverId, level: 'all' });
    await send(alice, 'one');
    const [first] = await inbox(bob);
    await send(alice, 'two');
    await send(alice, 'three');
    const [item, ...more] = await inbox(bob);
    expect(more).toEqual([]);
    expect(item).toMatchObject({ id: first?.id, kind: 'channel', count: 3, messageId: null, authorId: null });
    await bob.call.notifications.read({ notificationId: item?.id ?? '' });
    await send(alice, 'four');
    expect(await inbox(bob)).toMatchObject([{ count: 1, readAt: null }, { count: 3 }]);
  });

  test('silently for who is muted, or in quiet hours, and not at all with the level "nothing"', async () => {
    const { setForChannel } = bob.call.notificationPreferences;
    const path = { serverId, channelId };
    await setForChannel({
      ...path,
      mutedUntil: new Date(world.clock.now().getTime() + 60_000).toISOString(),
    });
    await send(alice, '@bob muted');
    await settle();
    await setForChannel({ ...path, mutedUntil: null, quietStart: '00:00', quietEnd: '23:59' });
    const time = world.clock.now().toISOString().slice(11, 16);
    await setForChannel({ ...path, quietStart: time, quietEnd: time === '00:00' ? '00:01' : '00:00' });
    await send(alice, '@bob quiet');
    await settle();
    await setForChannel({ ...path, quietStart: null, quietEnd: null, level: 'nothing' });
    await send(alice, '@bob nothing');
    expect((await inbox(bob)).map(({ silent }) => silent)).toEqual([true, true]);
  });

  test('not for who is not in the channel, or joined it after the message', async () => {
    const { id: other } = await alice.call.channels.create({ serverId, name: 'other' });
    await send(alice, '@channel', other);
    world.clock.advance(1);
    await bob.call.channels.join({ serverId, channelId: other });
    expect(await kinds(bob)).toEqual([]);
    // By name, everybody who may read it is mentioned.
    const { id: third } = await alice.call.channels.create({ serverId, name: 'third' });
    await send(alice, '@bob', third);
    expect(await kinds(bob)).toEqual(['mention']);
  });

  test('unread to whom an edit mentions who has replied in the thread since', async () => {
    const { id: root } = await send(alice, 'a thread');
    const { id: messageId } = await alice.call.messages.send({
      channelId,
      content: 'no name',
      threadId: root,
    });
    expect(await inbox(bob)).toEqual([]);
    await bob.call.messages.send({ channelId, content: 'read', threadId: root });
    await alice.call.messages.edit({ messageId, content: '@bob' });
    expect(await inbox(bob)).toMatchObject([{ kind: 'mention', messageId, readAt: null }]);
    await bob.call.messages.send({ channelId, content: 'here I am', threadId: root });
    expect(await inbox(bob)).toMatchObject([{ messageId, readAt: expect.any(String) }]);
  });

  test('unread to whom an edit mentions who has read the message of a channel', async () => {
    const { id: messageId } = await send(alice, 'no name');
    await bob.call.readState.markRead({ channelId, messageId });
    await alice.call.messages.edit({ messageId, content: '@bob' });
    expect(await inbox(bob)).toMatchObject([{ kind: 'mention', messageId, readAt: null }]);
    const { id: next } = await send(alice, 'more');
    await bob.call.readState.markRead({ channelId, messageId: next });
    expect(await inbox(bob)).toMatchObject([{ messageId, readAt: expect.any(String) }]);
  });
});

describe('an item goes', () => {
  test('with its message, and with the mention that an edit takes away; an edit adds one for whom it adds', async () => {
    const deletions = async () =>
      (await typesOf(bob)).filter((type) => type === 'notification.deleted').length;
    const earlier = await deletions();
    const { id: messageId } = await send(alice, '@bob');
    const { id: deleted } = await send(alice, '@bob too');
    const before = await inbox(bob);
    await alice.call.messages.delete({ messageId: deleted });
    expect(await inbox(bob)).toEqual(before.slice(1));
    await alice.call.messages.edit({ messageId, content: '@bob @robot' });
    expect(await inbox(bob)).toEqual(before.slice(1));
    await alice.call.messages.edit({ messageId, content: 'nobody' });
    expect(await inbox(bob)).toEqual([]);
    await alice.call.messages.edit({ messageId, content: '@bob again' });
    expect(await inbox(bob)).toMatchObject([{ kind: 'mention', messageId }]);
    expect((await deletions()) - earlier).toBe(2);
  });

  test('with the message that its thread hangs on, also where both are read at once', async () => {
    const { id: root } = await send(bob, 'root');
    await alice.call.messages.reply({ messageId: root, content: 'a reply to @bob' });
    expect(await inbox(bob)).toMatchObject([{ kind: 'mention' }]);
    await bob.call.messages.delete({ messageId: root });
    expect(await inbox(bob)).toEqual([]);
    const { id: second } = await send(bob, 'root');
    await alice.call.messages.reply({ messageId: second, content: 'a reply to @bob' });
    await bob.call.messages.delete({ messageId: second });
    expect(await inbox(bob)).toEqual([]);
  });

  test('when its owner leaves the server, at once and for good', async () => {
    await send(alice, '@bob');
    const [item] = await inbox(bob);
    await bob.call.servers.leave({ serverId });
    const about = (await bob.call.notifications.list({})).filter((one) => one.serverId === serverId);
    expect(about).toEqual([]);
    await refusedWith(
      'NOTIFICATION_NOT_FOUND',
      bob.call.notifications.read({ notificationId: item?.id ?? '' }),
    );
    await settle();
    const rows = await world.services.db
      .select()
      .from(tables.notifications)
      .where(eq(tables.notifications.serverId, serverId));
    expect(rows).toEqual([]);
  });

  test('when its channel is deleted or becomes private', async () => {
    for (const close of [
      () => alice.call.channels.update({ serverId, channelId, isPrivate: true }),
      () => alice.call.channels.delete({ serverId, channelId }),
    ]) {
      await send(alice, '@bob');
      expect(await kinds(bob)).toHaveLength(1);
      await bob.call.channels.leave({ serverId, channelId });
      await close();
      expect(await kinds(bob)).toEqual([]);
      const rows = await world.services.db.execute(
        sql`select 1 from notifications where channel_id = ${channelId}`,
      );
      expect(rows).toHaveLength(0);
      if (close.toString().includes('update'))
        await alice.call.channels.addMember({ serverId, channelId, userId: bob.id });
    }
  });

  test(`when ${INBOX_MAX} newer ones have come`, async () => {
    const { id: oldest } = await send(alice, '@bob');
    await settle();
    await world.services.db.execute(sql`
      insert into notifications (id, user_id, kind, server_id, channel_id, message_id, first_seq, last_seq, silent, created_at, updated_at)
      select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${bob.id}, 'mention', ${serverId}, ${channelId},
        gen_random_uuid(), 1, 1, false, now(), now() from generate_series(1, ${INBOX_MAX}::int) n`);
    await send(alice, '@bob once more');
    await settle();
    const { notifications: t } = tables;
    const rows = await world.services.db.select().from(t).where(eq(t.userId, bob.id));
    expect(rows).toHaveLength(INBOX_MAX);
    expect(rows.some(({ messageId }) => messageId === oldest)).toBe(false);
    await world.services.db.delete(t).where(eq(t.userId, bob.id));
  });
});

describe('items are read', () => {
  test('one by one, and all', async () => {
    for (const n of [1, 2, 3]) await send(alice, `@bob ${n}`);
    const [first] = await inbox(bob);
    const notificationId = first?.id ?? '';
    const read = await bob.call.notifications.read({ notificationId });
    expect(read).toEqual({ ...first, readAt: world.clock.now().toISOString() });
    expect((await world.log(userStream(bob.id))).at(-1)).toMatchObject({
      type: 'notification.read',
      data: { ids: [notificationId], readAt: read.readAt },
    });
    const events = (await typesOf(bob)).length;
    expect(await bob.call.notifications.read({ notificationId })).toEqual(read);
    expect(await typesOf(bob)).toHaveLength(events);
    await bob.call.notifications.readAll();
    expect(await bob.call.notifications.unread()).toEqual({ count: 0 });
    expect(await bob.call.notifications.list({ unread: true })).toEqual([]);
    await bob.call.notifications.readAll();
    expect(await typesOf(bob)).toHaveLength(events + 1);
  });

  test('by posting in the channel; a reply reads its thread alone', async () => {
    const { id: rootId } = await send(alice, '@bob');
    await alice.call.messages.reply({ messageId: rootId, content: '@bob in the thread' });
    await settle();
    await bob.call.messages.reply({ messageId: rootId, content: 'answer' });
    const unread = async () => (await inbox(bob)).filter(({ readAt }) => readAt === null);
    expect(await unread()).toMatchObject([{ threadId: null }]);
    await send(bob, 'answer');
    expect(await unread()).toEqual([]);
  });

  test('by reading the channel, also of a reply that is there as well: one item, by whatever it notifies', async () => {
    const { id: rootId } = await send(bob, 'root');
    const toBoth = (content: string) =>
      alice.call.messages.reply({ messageId: rootId, content, alsoInChannel: true });
    const said = [await toBoth('to who follows'), await toBoth('to @bob')];
    await bob.call.notificationPreferences.setForChannel({ serverId, channelId, level: 'all' });
    said.push(await toBoth('to who wants all'));
    const last = await send(alice, 'counted');
    const items = await inbox(bob);
    expect(items.map(({ kind, messageId, threadId }) => [kind, messageId, threadId])).toEqual([
      ['channel', null, null],
      ['thread_reply', said[2]?.id, null],
      ['mention', said[1]?.id, null],
      ['thread_reply', said[0]?.id, null],
    ]);
    expect(items[0]).toMatchObject({ count: 1 });
    await bob.call.threads.markRead({ threadId: rootId, messageId: last.id });
    expect((await inbox(bob)).map(({ readAt }) => readAt)).toEqual([null, null, null, null]);
    await bob.call.readState.markRead({ channelId, messageId: last.id });
    expect((await inbox(bob)).filter(({ readAt }) => readAt === null)).toEqual([]);
  });

  test('of both lists by posting to both', async () => {
    const { id: rootId } = await send(alice, '@bob');
    await alice.call.messages.reply({ messageId: rootId, content: '@bob in the thread' });
    await settle();
    await bob.call.messages.reply({ messageId: rootId, content: 'answer', alsoInChannel: true });
    expect((await inbox(bob)).filter(({ readAt }) => readAt === null)).toEqual([]);
  });

  test('by reading the channel, at one message or the whole server', async () => {
    const { id: first } = await send(alice, '@bob one');
    await send(alice, '@bob two');
    const unread = async () => (await inbox(bob)).filter(({ readAt }) => readAt === null).length;
    expect(await unread()).toBe(2);
    await bob.call.readState.markRead({ channelId, messageId: first });
    expect(await unread()).toBe(1);
    await bob.call.readState.markServerRead({ serverId });
    expect(await unread()).toBe(0);
  });

  test('by reading the thread that one follows, of which each reply is an item until one unfollows', async () => {
    const { id: threadId } = await send(bob, 'a question');
    const reply = (content: string) => alice.call.messages.reply({ messageId: threadId, content });
    await reply('an answer');
    const { id: last } = await reply('another one');
    expect(await inbox(bob)).toMatchObject([
      { kind: 'thread_reply', threadId, readAt: null },
      { kind: 'thread_reply', threadId, readAt: null },
    ]);
    await bob.call.threads.markRead({ threadId, messageId: last });
    expect((await inbox(bob)).every(({ readAt }) => readAt !== null)).toBe(true);
    await bob.call.threads.unfollow({ messageId: threadId });
    await reply('a third one');
    expect(await inbox(bob)).toHaveLength(2);
  });

  test.each([
    ['a channel', (messageId: string) => bob.call.readState.markRead({ channelId, messageId, unread: true })],
    [
      'a thread',
      (messageId: string, threadId: string) =>
        bob.call.threads.markRead({ threadId, messageId, unread: true }),
    ],
  ] as const)('not by marking %s as unread, and they stay read then', async (of, markUnread) => {
    const { id: threadId } = await send(bob, 'a question');
    const write = (content: string) =>
      of === 'a thread' ? alice.call.messages.reply({ messageId: threadId, content }) : send(alice, content);
    const { id: first } = await write('@bob one');
    const { id: last } = await write('@bob two');
    const unread = async () => (await inbox(bob)).filter(({ readAt }) => readAt === null).length;
    expect(await unread()).toBe(2);
    await markUnread(last, threadId);
    expect(await unread()).toBe(2);
    await bob.call.notifications.readAll();
    await markUnread(first, threadId);
    expect(await unread()).toBe(0);
  });

  test('by their owner alone', async () => {
    await send(alice, '@bob');
    const [item] = await inbox(bob);
    const notificationId = item?.id ?? '';
    for (const who of [alice, carol, dave, robot]) {
      await refusedWith('NOTIFICATION_NOT_FOUND', who.call.notifications.read({ notificationId }));
    }
    await refusedWith('NOTIFICATION_NOT_FOUND', bob.call.notifications.read({ notificationId: 'none' }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.notifications.read({ notificationId }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.notifications.list({}));
    await alice.call.notifications.readAll();
    expect(await inbox(bob)).toEqual([item]);
  });
});

test('the inbox has pages, newest first', async () => {
  for (let n = 0; n < 5; n++) await send(alice, `@bob ${n}`);
  const all = await inbox(bob);
  const page = (request: { before?: string | undefined; after?: string | undefined }) =>
    bob.call.notifications.list({ ...request, limit: 2 });
  expect(await page({})).toEqual(all.slice(0, 2));
  expect(await page({ before: all[1]?.id })).toEqual(all.slice(2, 4));
  expect(await page({ after: all[3]?.id })).toEqual(all.slice(1, 3));
});

test('a message to thousands is delivered in parts, to each of them once', async () => {
  await world.services.db.execute(sql`
    with person as (
      insert into users (id, username, display_name, created_at)
      select gen_random_uuid(), 'crowd' || n, 'crowd', now() from generate_series(1, 1200) n returning id
    ), stream as (
      insert into stream_heads (id, kind, last_at) select id, 'user', now() from person
    ), membership as (
      insert into server_members (server_id, user_id, role, joined_at) select ${serverId}, id, 'member', now() - interval '50 years' from person
    )
    insert into channel_members (channel_id, user_id, joined_at) select ${channelId}, id, now() - interval '50 years' from person`);
  await send(alice, '@channel');
  await send(alice, '@channel again');
  await settle();
  const rows = await world.services.db.execute<{ items: number; people: number }>(sql`
    select count(*)::int as items, count(distinct user_id)::int as people from notifications where channel_id = ${channelId}`);
  expect(rows[0]).toEqual({ items: 2 * 1201, people: 1201 });
});

test('the preference in force says in words what a message would do', async () => {
  const { setForServer, setForChannel, effectiveForChannel, effectiveForServer } =
    bob.call.notificationPreferences;
  await setForServer({ serverId, quietStart: '22:00', quietEnd: '07:00', timezone: 'Europe/Berlin' });
  await setForChannel({ serverId, channelId, level: 'all' });
  const night = await effectiveForChannel({ serverId, channelId, at: '2026-06-01T21:00:00Z' });
  expect(night).toMatchObject({
    level: 'all',
    localTime: '23:00',
    from: { level: 'channel', quietHours: 'server' },
  });
  expect(night.outcomes).toEqual([
    {
      message: 'mention',
      kind: 'mention',
      notifies: false,
      silence: 'quiet',
      reason: expect.stringContaining('22:00 to 07:00'),
    },
    {
      message: 'keyword',
      kind: 'keyword',
      notifies: false,
      silence: 'quiet',
      reason: expect.stringContaining('it is quiet from 22:00'),
    },
    {
      message: 'followed_reply',
      kind: 'thread_reply',
      notifies: false,
      silence: 'quiet',
      reason: expect.stringContaining('Europe/Berlin'),
    },
    {
      message: 'other',
      kind: 'channel',
      notifies: false,
      silence: 'quiet',
      reason: expect.stringContaining('set for the server'),
    },
  ]);
  const day = await effectiveForServer({ serverId, at: '2026-06-01T12:00:00+02:00' });
  expect(day.outcomes.map(({ notifies }) => notifies)).toEqual([true, true, true, false]);
  expect(day.outcomes.at(-1)?.reason).toBe('It makes no item: the level is "mentions" (the default).');
  await refusedWith('SERVER_NOT_FOUND', carol.call.notificationPreferences.effectiveForServer({ serverId }));
  await refusedWith(
    'CHANNEL_NOT_FOUND',
    dave.call.notificationPreferences.effectiveForChannelById({ channelId }),
  );
});

test('who is not to be disturbed gets silent items until then, is told why, and others see it', async () => {
  const dndUntil = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  const before = (await world.log(userStream(bob.id))).length;
  expect(await bob.call.users.updateMe({ dndUntil })).toMatchObject({ dndUntil });
  expect(await carol.call.users.get({ userId: bob.id })).toMatchObject({ dndUntil });
  expect((await world.log(userStream(bob.id))).slice(before)).toMatchObject([
    { type: 'me.updated', data: { dndUntil } },
  ]);
  await send(alice, '@bob now');
  expect(await inbox(bob)).toMatchObject([{ kind: 'mention', silent: true }]);
  const effective = await bob.call.notificationPreferences.effectiveForServer({ serverId });
  expect(effective.dndUntil).toBe(dndUntil);
  expect(effective.outcomes[0]).toMatchObject({
    kind: 'mention',
    notifies: false,
    reason: expect.stringContaining(`not to be disturbed until ${dndUntil}`),
  });
  world.clock.advance(3_600_001);
  await send(alice, '@bob later');
  expect(await inbox(bob)).toMatchObject([{ silent: false }, { silent: true }]);
  await bob.call.users.updateMe({ dndUntil: null });
  await refusedWith('INVALID_INPUT', bob.call.users.updateMe({ dndUntil: 'tonight' }));
  await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.updateMe({ dndUntil }));
});
