import { newId } from '@palaver/db';
import { describe, expect, test } from 'vitest';
import { channelStream } from '../log/streams.js';
import { refusedWith } from '../testing/expect.js';
import { seenUser } from '../testing/seen-user.js';
import {
  contentsOf,
  createPrivateChannel,
  expectDense,
  type Fixture,
  typesOf,
  uploaded,
  useFixture,
} from './channel.fixture.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

describe('messages.send', () => {
  test('returns the whole record, publishes the event, and joins the poster', async () => {
    const { bob, channelId, serverId, world } = fixture;
    const before = world.published.length;
    const message = await bob.call.messages.send({ channelId, content: 'hello' });

    const now = world.clock.now().toISOString();
    expect(message).toEqual({
      id: expect.any(String),
      channelId,
      userId: bob.id,
      content: 'hello',
      edited: false,
      createdAt: now,
      updatedAt: now,
      threadId: null,
      alsoInChannel: false,
      user: await seenUser(bob, bob.id),
      replyCount: 0,
      lastReplies: [],
      reactions: [],
      attachments: [],
      mentions: { userIds: [], groupIds: [], channel: false, here: false },
      externalId: null,
      forwardedFrom: null,
      metadata: null,
      webhook: null,
      interaction: null,
      components: [],
      pinnedAt: null,
      pinnedBy: null,
    });
    expect(await bob.call.messages.get({ messageId: message.id })).toEqual(message);

    const log = await fixture.log();
    expect(typesOf(log)).toEqual(['member.joined', 'member.joined', 'message.created']);
    expect(log.at(-1)?.data).toEqual({ ...message, seq: 3 });
    expect(await bob.call.channels.get({ serverId, channelId })).toMatchObject({ memberCount: 2 });
    const frames = world.published.slice(before).map(({ frame }) => JSON.parse(frame ?? 'null'));
    // A member who joins a channel is published to the server as well.
    const [joined, joinedInServer, sent] = frames;
    expect([joined, sent]).toEqual(log.slice(1));
    expect(joinedInServer).toMatchObject({ type: 'member.joined', data: { streamId: serverId, channelId } });
  });

  test('a second message joins nobody again, nor do concurrent first messages', async () => {
    const { bob, carol, channelId } = fixture;
    await bob.call.messages.send({ channelId, content: 'one' });
    await bob.call.messages.send({ channelId, content: 'two' });
    await Promise.all(['a', 'b', 'c'].map((content) => carol.call.messages.send({ channelId, content })));
    const joined = (await fixture.log()).filter(({ type }) => type === 'member.joined');
    expect(joined).toHaveLength(3);
  });

  test('a bot posts where it is a member of the server', async () => {
    const { bot, channelId } = fixture;
    const message = await bot.call.messages.send({ channelId, content: 'beep' });
    expect(message.user).toMatchObject({ id: bot.id, bot: true });
  });

  test('members of a direct message post and read in it', async () => {
    const { alice, bob, carol } = fixture;
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    const message = await bob.call.messages.send({ channelId: dm.id, content: 'psst' });
    expect(contentsOf(await alice.call.messages.list({ channelId: dm.id }))).toEqual(['psst']);
    await refusedWith('CHANNEL_NOT_FOUND', carol.call.messages.send({ channelId: dm.id, content: 'x' }));
    await refusedWith('MESSAGE_NOT_FOUND', carol.call.messages.get({ messageId: message.id }));
    await refusedWith('NOT_YOUR_MESSAGE', alice.call.messages.delete({ messageId: message.id }));
  });

  test('is refused to users who may not see the channel, and writes nothing', async () => {
    const { channelId, outsider, exMember, carol, admin, bot } = fixture;
    const privateId = await createPrivateChannel(fixture);
    const length = (await fixture.log()).length;
    const content = 'let me in';
    await refusedWith('UNAUTHENTICATED', fixture.world.anonymous.call.messages.send({ channelId, content }));
    for (const someone of [outsider, exMember]) {
      await refusedWith('CHANNEL_NOT_FOUND', someone.call.messages.send({ channelId, content }));
    }
    for (const someone of [outsider, exMember, carol, admin, bot]) {
      await refusedWith('CHANNEL_NOT_FOUND', someone.call.messages.send({ channelId: privateId, content }));
    }
    for (const missing of [newId(), 'general', '', 'nul\0', '../x']) {
      await refusedWith('CHANNEL_NOT_FOUND', fixture.bob.call.messages.send({ channelId: missing, content }));
    }
    expect(await fixture.log()).toHaveLength(length);
  });

  test('is refused in an archived channel', async () => {
    const { alice, bob, channelId, serverId } = fixture;
    await alice.call.channels.update({ serverId, channelId, archived: true });
    const length = (await fixture.log()).length;
    await refusedWith('CHANNEL_ARCHIVED', bob.call.messages.send({ channelId, content: 'late' }));
    expect(await fixture.log()).toHaveLength(length);
  });

  test.each([
    ['nothing', '', false],
    ['one character', 'x', true],
    ['4,000 characters', 'x'.repeat(4000), true],
    ['4,001 characters', 'x'.repeat(4001), false],
    ['4,000 characters beyond the BMP', '😀'.repeat(4000), true],
    ['4,001 characters beyond the BMP', '😀'.repeat(4001), false],
    ['a NUL', 'a\0b', false],
    ['half of a surrogate pair', 'a\ud83d', false],
    ['line breaks and controls', 'a\r\n\tb\u0007', true],
    ['white space', '  ', false],
    ['white space of every kind', '\t\n\u00a0\u2003\u2028\u3000\ufeff', false],
    ['characters that show nothing', '\u00ad\u200b\u2060\u115f\u3164\u2800\u{e0020}\u0007', false],
    ['one letter among them', ' \u200bx\u3164\n', true],
    ['an emoji of several characters', '👩\u200d⚕\ufe0f', true],
    ['a backslash and quotes', '\\u0000 "\' $1 %s', true],
    ['100 kB', 'x'.repeat(100_000), false],
  ])('content of %s', async (_, content, accepted) => {
    const { bob, channelId } = fixture;
    const call = bob.call.messages.send({ channelId, content });
    if (!accepted) return refusedWith('INVALID_INPUT', call);
    expect((await call).content).toBe(content);
    expect(contentsOf(await bob.call.messages.list({ channelId }))).toEqual([content]);
    return undefined;
  });

  test('may be empty with attachments, which are returned in the order given', async () => {
    const { bob, carol, channelId } = fixture;
    const files = [await uploaded(fixture, bob, 'a.txt'), await uploaded(fixture, bob, 'b.txt')];
    const message = await bob.call.messages.send({ channelId, attachmentIds: files.toReversed() });
    expect(message).toMatchObject({
      content: '',
      attachments: [{ filename: 'b.txt' }, { filename: 'a.txt' }],
    });
    expect(message.attachments.map(({ messageId }) => messageId)).toEqual([message.id, message.id]);
    expect(await bob.call.messages.list({ channelId })).toEqual([message]);
    expect((await fixture.log()).at(-1)?.data).toEqual({ ...message, seq: 3 });

    const again = bob.call.messages.send({ channelId, content: 'x', attachmentIds: files });
    await refusedWith('ATTACHMENT_IN_USE', again);
    const missing = carol.call.messages.send({ channelId, content: 'x', attachmentIds: [newId()] });
    await refusedWith('ATTACHMENT_NOT_FOUND', missing);
    expect(await fixture.log()).toHaveLength(3);
  });

  test('takes at most ten attachments', async () => {
    const { bob, channelId } = fixture;
    const attachmentIds = Array.from({ length: 11 }, () => newId());
    await refusedWith('INVALID_INPUT', bob.call.messages.send({ channelId, content: 'x', attachmentIds }));
  });

  test('createdAt follows the clock and never runs backwards', async () => {
    const { bob, channelId, world } = fixture;
    const stamps: string[] = [];
    for (const step of [0, 1000, -5000, 10, 0]) {
      world.clock.advance(step);
      stamps.push((await bob.call.messages.send({ channelId, content: 'tick' })).createdAt);
    }
    expect(stamps).toEqual([...stamps].sort());
    expect(new Set(stamps).size).toBe(2);
    world.clock.advance(5000);
  });
});

describe('messages.reply, and messages.send with threadId', () => {
  test('a reply counts at its root and carries its id', async () => {
    const { alice, bob, channelId } = fixture;
    const root = await alice.call.messages.send({ channelId, content: 'root' });
    const one = await bob.call.messages.reply({ messageId: root.id, content: 'one' });
    const two = await bob.call.messages.send({ channelId, threadId: root.id, content: 'two' });
    expect([one, two].map(({ threadId }) => threadId)).toEqual([root.id, root.id]);
    expect(await bob.call.messages.get({ messageId: root.id })).toEqual({
      ...root,
      replyCount: 2,
      lastReplies: [two, one].map(({ userId, createdAt }) => ({ userId, createdAt })),
    });
    expect((await fixture.log()).at(-1)).toEqual({ type: 'message.created', data: { ...two, seq: 5 } });
  });

  test('a reply to a reply goes to the root', async () => {
    const { alice, channelId } = fixture;
    const root = await alice.call.messages.send({ channelId, content: 'root' });
    const reply = await alice.call.messages.reply({ messageId: root.id, content: 'reply' });
    const deeper = await alice.call.messages.reply({ messageId: reply.id, content: 'deeper' });
    const deepest = await alice.call.messages.send({ channelId, threadId: deeper.id, content: 'deepest' });
    expect([deeper, deepest].map(({ threadId }) => threadId)).toEqual([root.id, root.id]);
    expect(await alice.call.messages.get({ messageId: root.id })).toMatchObject({ replyCount: 3 });
  });

  test('a deleted message and a message of another channel cannot be replied to', async () => {
    const { alice, bob, channelId, serverId } = fixture;
    const root = await alice.call.messages.send({ channelId, content: 'root' });
    const reply = await alice.call.messages.reply({ messageId: root.id, content: 'reply' });
    const other = await alice.call.channels.create({ serverId, name: 'other' });
    const inOther = alice.call.messages.send({ channelId: other.id, threadId: root.id, content: 'x' });
    await refusedWith('MESSAGE_NOT_FOUND', inOther);

    await alice.call.messages.delete({ messageId: root.id });
    for (const messageId of [root.id, reply.id, newId(), 'nonsense']) {
      await refusedWith('MESSAGE_NOT_FOUND', bob.call.messages.reply({ messageId, content: 'x' }));
      const sent = bob.call.messages.send({ channelId, threadId: messageId, content: 'x' });
      await refusedWith('MESSAGE_NOT_FOUND', sent);
    }
    expect(typesOf(await fixture.log()).at(-1)).toBe('message.deleted');
  });

  test('is answered with 404 to users who may not see the message', async () => {
    const { alice, outsider, exMember, carol, admin, bot } = fixture;
    const privateId = await createPrivateChannel(fixture);
    const { id: messageId } = await alice.call.messages.send({ channelId: privateId, content: 'secret' });
    const content = 'x';
    await refusedWith('UNAUTHENTICATED', fixture.world.anonymous.call.messages.reply({ messageId, content }));
    for (const someone of [outsider, exMember, carol, admin, bot]) {
      await refusedWith('MESSAGE_NOT_FOUND', someone.call.messages.reply({ messageId, content }));
    }
    expect(await fixture.bob.call.messages.reply({ messageId, content })).toMatchObject({ content });
  });

  test('is refused in an archived channel, and when empty', async () => {
    const { alice, bob, channelId, serverId } = fixture;
    const { id: messageId } = await alice.call.messages.send({ channelId, content: 'root' });
    await refusedWith('INVALID_INPUT', bob.call.messages.reply({ messageId }));
    await alice.call.channels.update({ serverId, channelId, archived: true });
    await refusedWith('CHANNEL_ARCHIVED', bob.call.messages.reply({ messageId, content: 'x' }));
  });
});

describe('a retry with the same key', () => {
  test('returns the first answer, writes once and sets Idempotent-Replayed', async () => {
    const { bob, channelId } = fixture;
    const first = await bob.withKey('k1').call.messages.send({ channelId, content: 'once' });
    const retry = bob.withKey('k1');
    expect(await retry.call.messages.send({ channelId, content: 'once' })).toEqual(first);
    expect(retry.replyHeaders.get('Idempotent-Replayed')).toBe('true');
    expect(await bob.call.messages.list({ channelId })).toEqual([first]);
    expect(typesOf(await fixture.log())).toEqual(['member.joined', 'member.joined', 'message.created']);
  });

  test('fifty concurrent requests, by header or nonce, give one row, one event, one answer', async () => {
    const { bob, channelId, serverId, world } = fixture;
    const before = world.published.length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        if (i % 2 === 0) return bob.withKey('shared-key').call.messages.send({ channelId, content: 'one' });
        const { nonce, ...message } = await bob.call.messages.send({
          channelId,
          content: 'one',
          nonce: 'shared-key',
        });
        expect(nonce).toBe('shared-key');
        return message;
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await bob.call.messages.list({ channelId })).toEqual([answers[0]]);
    // The inbox of somebody else may be written meanwhile.
    const published = world.published
      .slice(before)
      .filter(({ streamId }) => [channelId, serverId].includes(streamId));
    expect(published).toHaveLength(3);
  });

  test('of a reply is counted once', async () => {
    const { bob, channelId } = fixture;
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'root' });
    const reply = () => bob.call.messages.reply({ messageId, content: 'once', nonce: 'reply' });
    const answers = await Promise.all([reply(), reply(), reply()]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await bob.call.messages.get({ messageId })).toMatchObject({ replyCount: 1 });
  });

  test('is refused for another body; another user may use the same key', async () => {
    const { bob, carol, channelId } = fixture;
    const first = await bob.call.messages.send({ channelId, content: 'mine', nonce: 'shared' });
    const changed = bob.call.messages.send({ channelId, content: 'changed', nonce: 'shared' });
    await refusedWith('IDEMPOTENCY_KEY_REUSED', changed);
    const reply = bob.call.messages.reply({ messageId: first.id, content: 'mine', nonce: 'shared' });
    await refusedWith('IDEMPOTENCY_KEY_REUSED', reply);
    const theirs = await carol.call.messages.send({ channelId, content: 'mine', nonce: 'shared' });
    expect(theirs.id).not.toBe(first.id);
  });

  test('returns the first answer also after replies and reactions came and the channel was archived', async () => {
    const { alice, bob, channelId, serverId } = fixture;
    const send = () => bob.call.messages.send({ channelId, content: 'first', nonce: 'n' });
    const first = await send();
    await alice.call.messages.reply({ messageId: first.id, content: 'reply' });
    await alice.call.messages.react({ messageId: first.id, emoji: '👍' });
    await alice.call.channels.update({ serverId, channelId, archived: true });
    expect(await send()).toEqual(first);
  });

  test('returns the new text after an edit, and none after the deletion, also when the author has left', async () => {
    const { alice, bob, channelId, serverId } = fixture;
    const attachmentIds = [await uploaded(fixture, bob)];
    const draft = { channelId, content: 'first', attachmentIds, nonce: 'edited' };
    const first = await bob.call.messages.send(draft);
    const edited = await bob.call.messages.edit({ messageId: first.id, content: 'second' });
    expect(await bob.call.messages.send(draft)).toEqual({ ...edited, nonce: draft.nonce });
    await bob.call.servers.leave({ serverId });
    expect(await bob.call.messages.send(draft)).toEqual({ ...edited, nonce: draft.nonce });
    await alice.call.messages.delete({ messageId: first.id });
    const { content, attachments } = await bob.call.messages.send(draft);
    expect({ content, attachments }).toEqual({ content: '', attachments: [] });
  });

  test('runs again when the first try failed', async () => {
    const { bob, channelId } = fixture;
    const file = await uploaded(fixture, bob);
    const send = () => bob.call.messages.send({ channelId, attachmentIds: [file], nonce: 'again' });
    await refusedWith('INVALID_INPUT', bob.call.messages.send({ channelId, content: '', nonce: 'again' }));
    expect(await send()).toEqual(await send());
  });

  test('a nonce is in the answer and in the event of the post, and in no read', async () => {
    const { alice, bob, channelId } = fixture;
    const root = await bob.call.messages.send({ channelId, content: 'root', nonce: 'mine 1' });
    const reply = await bob.call.messages.reply({ messageId: root.id, content: 'reply', nonce: 'mine 2' });
    const without = await bob.withKey('by header').call.messages.send({ channelId, content: 'by header' });
    expect([root.nonce, reply.nonce, 'nonce' in without]).toEqual(['mine 1', 'mine 2', false]);
    const events = (await fixture.log()).slice(-3).map(({ data: { seq, ...message } }) => message);
    expect(events).toEqual([root, reply, without]);
    for (const message of await alice.call.messages.list({ channelId }))
      expect(message).not.toHaveProperty('nonce');
  });

  test('accepts a key of 1 to 64 characters', async () => {
    const { bob, channelId } = fixture;
    const sendWith = (nonce: string) => bob.call.messages.send({ channelId, content: 'x', nonce });
    await sendWith('k'.repeat(64));
    for (const key of ['', 'k'.repeat(65), 'nul\0', 'lone\ud800']) {
      await refusedWith('IDEMPOTENCY_KEY_INVALID', sendWith(key));
    }
  });
});

describe('concurrently', () => {
  /** Runs `change` among ten sends by bob. Returns the types of the log from the last event of this type. */
  async function logSince(type: string, channelId: string, change: () => Promise<unknown>) {
    const send = (content: string) => fixture.bob.call.messages.send({ channelId, content });
    const early = Array.from({ length: 5 }, (_, i) => send(`early ${i}`));
    const late = Array.from({ length: 5 }, (_, i) => send(`late ${i}`));
    await Promise.allSettled([...early, change(), ...late]);
    const types = typesOf(await fixture.world.log(channelStream(channelId)));
    return types.slice(types.lastIndexOf(type));
  }

  test('nothing is posted after the channel is archived', async () => {
    const { alice, bob, serverId, channelId } = fixture;
    await bob.call.channels.join({ serverId, channelId });
    const archive = () => alice.call.channels.update({ serverId, channelId, archived: true });
    expect(await logSince('channel.updated', channelId, archive)).toEqual(['channel.updated']);
  });

  test('a user who is removed from the server does not join a channel by posting', async () => {
    const { alice, bob, serverId, channelId } = fixture;
    await Promise.allSettled([
      ...Array.from({ length: 4 }, () => bob.call.messages.send({ channelId, content: 'hello?' })),
      alice.call.servers.removeMember({ serverId, userId: bob.id }),
    ]);
    const members = await alice.call.channels.members({ serverId, channelId });
    expect(members.map(({ id }) => id)).toEqual([alice.id]);
  });

  test('a user who is removed from a private channel posts nothing after that', async () => {
    const { alice, bob, serverId } = fixture;
    const channelId = await createPrivateChannel(fixture);
    const remove = () => alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
    expect(await logSince('member.left', channelId, remove)).toEqual(['member.left']);
  });
});

test('fifty concurrent sends have positions without gaps, in the order of the list', async () => {
  const { alice, bob, carol, channelId } = fixture;
  const people = [alice, bob, carol];
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      people[i % 3]?.call.messages.send({ channelId, content: `message ${i}` }),
    ),
  );
  const log = await fixture.log();
  expectDense(log);
  const created = log.flatMap(({ type, data }) => (type === 'message.created' ? [data] : []));
  expect(created).toHaveLength(50);
  const list = await bob.call.messages.list({ channelId, limit: 100 });
  expect(list).toEqual(created.toReversed().map(({ seq: _, ...message }) => message));
});
