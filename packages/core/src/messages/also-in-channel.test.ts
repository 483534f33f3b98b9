import { tables } from '@palaver/db';
import { count, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../protocol/records/message.js';
import { refusedWith } from '../testing/expect.js';
import type { TestUser } from '../testing/world.js';
import { createPrivateChannel, type Fixture, idsOf, typesOf, useFixture } from './channel.fixture.js';
import { purgeMessages } from './removal/purge.js';

let fixture: Fixture;
let channelId: string;
/** Of alice's, with a message before and one after it. */
let rootId: string;
useFixture((fresh) => {
  fixture = fresh;
});
beforeEach(async () => {
  const { alice, bob, carol, serverId } = fixture;
  channelId = fixture.channelId;
  for (const { call } of [bob, carol]) await call.channels.join({ serverId, channelId });
  await alice.call.messages.send({ channelId, content: 'before' });
  ({ id: rootId } = await alice.call.messages.send({ channelId, content: 'root' }));
});

const reply = (who: TestUser, content: string, alsoInChannel = false) =>
  who.call.messages.reply({ messageId: rootId, content, alsoInChannel });
const both = (who: TestUser, content = 'to both') => reply(who, content, true);
const list = async (page = {}) => idsOf(await fixture.carol.call.messages.list({ channelId, ...page }));
const thread = async (page = {}) =>
  idsOf(await fixture.carol.call.messages.thread({ messageId: rootId, ...page }));
const get = (messageId: string) => fixture.carol.call.messages.get({ messageId });

describe('a reply with alsoInChannel', () => {
  test('is one message of the channel and of the thread, by both ways to post it', async () => {
    const { alice, bob } = fixture;
    const one = await both(bob);
    const other = await alice.call.messages.send({
      channelId,
      threadId: one.id,
      alsoInChannel: true,
      content: 'by the channel',
    });
    const plain = await reply(bob, 'in the thread alone');
    for (const message of [one, other]) {
      expect(message).toMatchObject({ threadId: rootId, alsoInChannel: true });
      expect(await get(message.id)).toEqual(message);
    }
    expect(plain).toMatchObject({ threadId: rootId, alsoInChannel: false });
    expect((await list()).slice(0, 3)).toEqual([other.id, one.id, rootId]);
    expect(await thread()).toEqual([plain.id, other.id, one.id]);
    expect(await get(rootId)).toMatchObject({ replyCount: 3, threadId: null, alsoInChannel: false });
    const log = await fixture.log();
    expect(typesOf(log).filter((type) => type === 'message.created')).toHaveLength(5);
    expect(log.at(-3)?.data).toEqual({ ...one, seq: log.length - 2 });
  });

  test('is in the pages of both lists by all cursors', async () => {
    const { alice, bob } = fixture;
    const sent: Message[] = [];
    for (let n = 0; n < 9; n++) {
      sent.push(
        await (n % 3 === 2
          ? alice.call.messages.send({ channelId, content: `${n}` })
          : reply(bob, `${n}`, n % 3 === 0)),
      );
    }
    const newestFirst = sent.toReversed();
    const lists = [
      [list, newestFirst.filter(({ threadId, alsoInChannel }) => threadId === null || alsoInChannel)],
      [thread, newestFirst.filter(({ threadId }) => threadId !== null)],
    ] as const;
    for (const [read, messages] of lists) {
      const ids = idsOf(messages);
      for (const [at, cursor] of newestFirst.entries()) {
        const isNewer = (id: string) => idsOf(newestFirst).indexOf(id) < at;
        const newer = ids.filter(isNewer);
        const older = ids.filter((id) => !isNewer(id) && id !== cursor.id);
        const isThere = ids.includes(cursor.id) ? [cursor.id] : [];
        expect(await read({ limit: 3 })).toEqual(ids.slice(0, 3));
        expect((await read({ before: cursor.id, limit: 3 })).filter((id) => ids.includes(id))).toEqual(
          older.slice(0, 3),
        );
        expect(await read({ after: cursor.id, limit: 2 })).toEqual(newer.slice(-2));
        const around = [...newer.slice(-1), ...[...isThere, ...older].slice(0, 2)];
        expect((await read({ around: cursor.id, limit: 3 })).filter((id) => ids.includes(id))).toEqual(
          around,
        );
      }
    }
  });

  test('begins or is in its thread, wherever a message is named', async () => {
    const { alice, bob, carol } = fixture;
    const { id } = await both(bob);
    const nested = await carol.call.messages.reply({ messageId: id, content: 'to the reply' });
    expect(nested.threadId).toBe(rootId);
    expect(idsOf(await carol.call.messages.thread({ messageId: id }))).toEqual([nested.id, id]);
    const followed = await alice.call.threads.follow({ messageId: id });
    expect(followed.threadId).toBe(rootId);
    expect(await carol.call.drafts.put({ channelId, threadId: id, content: 'draft' })).toMatchObject({
      threadId: rootId,
    });
  });

  test('keeps its place through an edit, a reaction and a pin, also in the log', async () => {
    const { alice, bob } = fixture;
    const { id: messageId } = await both(bob);
    await bob.call.messages.edit({ messageId, content: 'edited @carol' });
    await alice.call.messages.react({ messageId, emoji: '👍' });
    await alice.call.messages.pin({ messageId });
    const message = await get(messageId);
    expect(message).toMatchObject({ threadId: rootId, alsoInChannel: true, content: 'edited @carol' });
    expect(await alice.call.messages.pins({ channelId })).toEqual([message]);
    const saved = await bob.call.savedMessages.save({ messageId });
    expect(saved.messageId).toBe(messageId);
    const created = (await fixture.log()).find(
      ({ type, data }) => type === 'message.created' && data.id === messageId,
    );
    expect(created?.data).toMatchObject({
      superseded: true,
      content: '',
      threadId: rootId,
      alsoInChannel: true,
    });
    expect((await thread()).concat(await list())).toEqual([messageId, messageId, rootId, expect.any(String)]);
  });

  test('is unread once, in the channel', async () => {
    const { alice, bob, carol, serverId } = fixture;
    await reply(carol, 'first');
    await carol.call.threads.markRead({ threadId: rootId, messageId: rootId });
    await carol.call.readState.markRead({ channelId, messageId: rootId });
    const { id } = await both(bob, '@carol');
    const unread = { unreadCount: 1, mentionCount: 1, firstUnreadMessageId: id };
    expect(await carol.call.readState.getForChannel({ channelId })).toMatchObject(unread);
    const [ofServer] = await carol.call.readState.getForServer({ serverId });
    expect(ofServer).toMatchObject({ channelId, ...unread });
    const [followed] = await carol.call.threads.getForServer({ serverId });
    expect(followed).toMatchObject({ threadId: rootId, unreadCount: 0, mentionCount: 0, lastReply: { id } });
    expect(await alice.call.threads.getForServer({ serverId, unread: true })).toMatchObject([
      { unreadCount: 1, lastReply: { id } },
    ]);
    await carol.call.readState.markRead({ channelId, messageId: id });
    expect(await carol.call.readState.getForChannel({ channelId })).toMatchObject({ unreadCount: 0 });
  });

  test('moves the position of its author in both lists', async () => {
    const { alice, bob, serverId } = fixture;
    await reply(alice, 'first');
    await reply(bob, 'second');
    await alice.call.messages.send({ channelId, content: 'later' });
    await reply(alice, 'unread');
    const { id } = await both(bob);
    expect(await bob.call.readState.getForChannel({ channelId })).toMatchObject({ unreadCount: 0 });
    const [followed] = await bob.call.threads.getForServer({ serverId });
    expect(followed).toMatchObject({ unreadCount: 0, lastReadMessageId: id });
    await bob.call.messages.delete({ messageId: id });
    expect(await bob.call.threads.getForServer({ serverId, unread: true })).toEqual([]);
  });

  test('orders the threads by it, in pages', async () => {
    const { alice, bob, serverId } = fixture;
    const { id: other } = await alice.call.messages.send({ channelId, content: 'other' });
    await reply(bob, 'first');
    await bob.call.messages.reply({ messageId: other, content: 'second' });
    await both(alice);
    const page = async (before?: string) =>
      (await bob.call.threads.getForServer({ serverId, limit: 1, before })).map(({ threadId }) => threadId);
    expect([await page(), await page(rootId), await page(other)]).toEqual([[rootId], [other], []]);
  });

  test('makes its author, who began the thread and whom it mentions follow', async () => {
    const { alice, bob, carol, serverId } = fixture;
    await both(bob, '@carol');
    for (const { call } of [alice, bob, carol])
      expect((await call.threads.getForServer({ serverId })).map(({ threadId }) => threadId)).toEqual([
        rootId,
      ]);
    const { id } = await both(bob, 'again');
    await carol.call.threads.unfollow({ messageId: rootId });
    await bob.call.messages.edit({ messageId: id, content: '@carol' });
    expect(await carol.call.threads.getForServer({ serverId })).toHaveLength(1);
  });

  test('is found once', async () => {
    const { bob, carol, serverId } = fixture;
    const { id } = await both(bob, 'peculiar words');
    const found = async (q: string) =>
      (await carol.call.search.inServer({ serverId, q })).map(({ message }) => message);
    const message = await get(id);
    await Promise.all(fixture.world.services.consumers.map((consumer) => consumer.idle()));
    for (const q of ['peculiar', 'peculiar is:thread', 'peculiar in:open'])
      expect(await found(q)).toEqual([message]);
    expect(await found('peculiar -is:thread')).toEqual([]);
  });
});

describe('its deletion', () => {
  test('takes it out of both lists, and tells of both', async () => {
    const { alice, bob } = fixture;
    const plain = await reply(alice, 'stays');
    const { id } = await both(bob);
    await bob.call.messages.delete({ messageId: id });
    expect(await thread()).toEqual([plain.id]);
    expect(await list()).not.toContain(id);
    expect(await get(rootId)).toMatchObject({ replyCount: 1 });
    const log = await fixture.log();
    const lastReplies = [{ userId: plain.userId, createdAt: plain.createdAt }];
    expect(log.at(-1)).toEqual({
      type: 'message.deleted',
      data: { id, channelId, threadId: rootId, alsoInChannel: true, lastReplies, seq: log.length },
    });
    // It stays a cursor, and a name of its thread, as any deleted reply does.
    expect(await thread({ before: id })).toEqual([plain.id]);
    expect(idsOf(await alice.call.messages.thread({ messageId: id }))).toEqual([plain.id]);
    await refusedWith('MESSAGE_NOT_FOUND', alice.call.messages.reply({ messageId: id, content: 'late' }));
    expect(await rows()).toBe(0);
  });

  test('of its root leaves it in the channel, and no row is left once the channel is purged', async () => {
    const { alice, bob, carol, world } = fixture;
    const { id } = await both(bob);
    await alice.call.messages.delete({ messageId: rootId });
    expect((await list())[0]).toBe(id);
    expect(await thread()).toEqual([id]);
    expect(await get(id)).toMatchObject({ threadId: rootId, alsoInChannel: true });
    await refusedWith('MESSAGE_NOT_FOUND', carol.call.messages.reply({ messageId: id, content: 'late' }));
    expect(await rows()).toBe(1);
    await purgeMessages(world.services.db, channelId);
    expect(await rows()).toBe(0);
  });

  test('gives a retry the same place', async () => {
    const { bob } = fixture;
    const send = () =>
      bob.withKey('once').call.messages.reply({ messageId: rootId, content: 'x', alsoInChannel: true });
    const { id: messageId } = await send();
    await bob.call.messages.delete({ messageId });
    expect(await send()).toMatchObject({ id: messageId, content: '', threadId: rootId, alsoInChannel: true });
  });

  /** How many rows the thread finds replies by. */
  async function rows(): Promise<number> {
    const { channelReplies } = tables;
    const [row] = await fixture.world.services.db
      .select({ rows: count() })
      .from(channelReplies)
      .where(eq(channelReplies.rootId, rootId));
    return row?.rows ?? 0;
  }
});

describe('it is refused', () => {
  test('without a thread, and as a field of an edit', async () => {
    const { bob } = fixture;
    const send = bob.call.messages.send({ channelId, content: 'x', alsoInChannel: true });
    await refusedWith('INVALID_INPUT', send);
    const { id: messageId } = await reply(bob, 'x');
    const edit = { messageId, content: 'y', alsoInChannel: true };
    await refusedWith('INVALID_INPUT', bob.call.messages.edit(edit));
  });

  test('to outsiders, former members and who is in no private channel', async () => {
    const { outsider, exMember, world } = fixture;
    for (const who of [outsider, exMember]) await refusedWith('MESSAGE_NOT_FOUND', both(who));
    await refusedWith('UNAUTHENTICATED', both(world.anonymous));
    const secret = await createPrivateChannel(fixture);
    const { id: messageId } = await fixture.alice.call.messages.send({
      channelId: secret,
      content: 'secret',
    });
    const { carol, bot } = fixture;
    for (const { call } of [carol, bot])
      await refusedWith(
        'MESSAGE_NOT_FOUND',
        call.messages.reply({ messageId, content: 'x', alsoInChannel: true }),
      );
  });

  test('by an archived channel; a bot that is in the channel may', async () => {
    const { alice, bob, bot, serverId } = fixture;
    await alice.call.channels.addMember({ serverId, channelId, userId: bot.id });
    const { id } = await both(bot);
    expect((await list())[0]).toBe(id);
    await alice.call.channels.update({ serverId, channelId, archived: true });
    await refusedWith('CHANNEL_ARCHIVED', both(bob));
  });
});
