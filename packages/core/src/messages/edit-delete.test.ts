import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
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

describe('messages.edit', () => {
  test('changes the content, sets `edited`, and publishes the event', async () => {
    const { bob, channelId, world } = fixture;
    const sent = await bob.call.messages.send({ channelId, content: 'teh' });
    await bob.call.messages.react({ messageId: sent.id, emoji: '👀' });
    const reply = await bob.call.messages.reply({ messageId: sent.id, content: 'oops' });
    world.clock.advance(1500);
    const edited = await bob.call.messages.edit({ messageId: sent.id, content: 'the' });
    expect(edited).toEqual({
      ...sent,
      content: 'the',
      edited: true,
      updatedAt: world.clock.now().toISOString(),
      replyCount: 1,
      lastReplies: [{ userId: bob.id, createdAt: reply.createdAt }],
      reactions: [{ emoji: '👀', count: 1, users: [bob.id] }],
    });
    expect(await bob.call.messages.get({ messageId: sent.id })).toEqual(edited);
    expect((await fixture.log()).at(-1)).toEqual({ type: 'message.updated', data: { ...edited, seq: 6 } });
  });

  test('the same content changes nothing and publishes nothing', async () => {
    const { bob, channelId, world } = fixture;
    const sent = await bob.call.messages.send({ channelId, content: 'same' });
    const length = (await fixture.log()).length;
    world.clock.advance(1000);
    expect(await bob.call.messages.edit({ messageId: sent.id, content: 'same' })).toEqual(sent);
    expect(await fixture.log()).toHaveLength(length);
  });

  test('updatedAt never goes back with the clock', async () => {
    const { bob, channelId, world } = fixture;
    const sent = await bob.call.messages.send({ channelId, content: 'a' });
    world.clock.advance(-60_000);
    const edited = await bob.call.messages.edit({ messageId: sent.id, content: 'b' });
    expect(edited.updatedAt).toBe(sent.createdAt);
    world.clock.advance(60_000);
  });

  test('is allowed to the author alone', async () => {
    const { alice, bob, carol, admin, bot, outsider, exMember, channelId } = fixture;
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'mine' });
    const length = (await fixture.log()).length;
    for (const someone of [alice, carol, admin, bot]) {
      await refusedWith('NOT_YOUR_MESSAGE', someone.call.messages.edit({ messageId, content: 'x' }));
    }
    for (const someone of [outsider, exMember]) {
      await refusedWith('MESSAGE_NOT_FOUND', someone.call.messages.edit({ messageId, content: 'x' }));
    }
    const anonymous = fixture.world.anonymous.call.messages.edit({ messageId, content: 'x' });
    await refusedWith('UNAUTHENTICATED', anonymous);
    expect(await fixture.log()).toHaveLength(length);
  });

  test('is refused to an author who has left, and in an archived channel', async () => {
    const { alice, bob, carol, channelId, serverId } = fixture;
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'a' });
    const { id: ofCarol } = await carol.call.messages.send({ channelId, content: 'b' });
    await carol.call.servers.leave({ serverId });
    await refusedWith('MESSAGE_NOT_FOUND', carol.call.messages.edit({ messageId: ofCarol, content: 'x' }));
    await alice.call.channels.update({ serverId, channelId, archived: true });
    await refusedWith('CHANNEL_ARCHIVED', bob.call.messages.edit({ messageId, content: 'x' }));
  });

  test.each([
    ['nothing', '', false],
    ['white space and zero-width characters', ' \n\u200b\u3164', false],
    ['one character', 'x', true],
    ['4,000 characters', '😀'.repeat(4000), true],
    ['4,001 characters', 'x'.repeat(4001), false],
    ['a NUL', '\0', false],
    ['half of a surrogate pair', '\udc00', false],
  ])('content of %s', async (_, content, accepted) => {
    const { bob, channelId } = fixture;
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'before' });
    const call = bob.call.messages.edit({ messageId, content });
    if (accepted) expect(await call).toMatchObject({ content, edited: true });
    else await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('may empty a message with attachments, and no other', async () => {
    const { bob, channelId } = fixture;
    const attachmentIds = [await uploaded(fixture, bob)];
    const withFile = await bob.call.messages.send({ channelId, content: 'x', attachmentIds });
    const plain = await bob.call.messages.send({ channelId, content: 'x' });
    expect(await bob.call.messages.edit({ messageId: withFile.id, content: '' })).toMatchObject({
      content: '',
    });
    const emptied = bob.call.messages.edit({ messageId: plain.id, content: '' });
    await expect(emptied).rejects.toMatchObject({ issues: [{ path: 'content' }] });
  });

  test('a missing message is a 404', async () => {
    for (const messageId of [newId(), 'nonsense', 'nul\0']) {
      await refusedWith('MESSAGE_NOT_FOUND', fixture.bob.call.messages.edit({ messageId, content: 'x' }));
    }
  });
});

describe('messages.delete', () => {
  test('deletes the message with its reactions and attachments, and publishes the event', async () => {
    const { alice, bob, channelId, world } = fixture;
    const attachmentIds = [await uploaded(fixture, bob)];
    const { id } = await bob.call.messages.send({ channelId, content: 'to delete', attachmentIds });
    await alice.call.messages.react({ messageId: id, emoji: '👎' });
    expect(await bob.call.messages.delete({ messageId: id })).toEqual({ ok: true });

    await refusedWith('MESSAGE_NOT_FOUND', bob.call.messages.get({ messageId: id }));
    expect(await bob.call.messages.list({ channelId })).toEqual([]);
    const data = { id, channelId, threadId: null, alsoInChannel: false, lastReplies: [], seq: 5 };
    expect((await fixture.log()).at(-1)).toEqual({ type: 'message.deleted', data });
    const { messages, reactions, attachments } = tables;
    const { db } = world.services;
    expect(await db.select().from(messages).where(eq(messages.id, id))).toMatchObject([{ content: '' }]);
    expect(await db.select().from(reactions).where(eq(reactions.messageId, id))).toEqual([]);
    expect(await db.select().from(attachments).where(eq(attachments.messageId, id))).toEqual([]);
  });

  test('a deleted message cannot be edited, reacted to, replied to or deleted again', async () => {
    const { bob, channelId } = fixture;
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'deleted' });
    await bob.call.messages.delete({ messageId });
    const length = (await fixture.log()).length;
    const { messages } = bob.call;
    await refusedWith('MESSAGE_NOT_FOUND', messages.edit({ messageId, content: 'x' }));
    await refusedWith('MESSAGE_NOT_FOUND', messages.react({ messageId, emoji: '👍' }));
    await refusedWith('MESSAGE_NOT_FOUND', messages.unreact({ messageId, emoji: '👍' }));
    await refusedWith('MESSAGE_NOT_FOUND', messages.reply({ messageId, content: 'x' }));
    await refusedWith('MESSAGE_NOT_FOUND', messages.delete({ messageId }));
    expect(await fixture.log()).toHaveLength(length);
  });

  test('a deleted reply is subtracted from the count of its root, also of a deleted root', async () => {
    const { alice, bob, channelId, world } = fixture;
    const { id: messageId } = await alice.call.messages.send({ channelId, content: 'root' });
    const one = await bob.call.messages.reply({ messageId, content: 'one' });
    const two = await bob.call.messages.reply({ messageId, content: 'two' });
    await bob.call.messages.delete({ messageId: one.id });
    expect(await bob.call.messages.get({ messageId })).toMatchObject({ replyCount: 1 });
    expect((await fixture.log()).at(-1)?.data).toMatchObject({ id: one.id, threadId: messageId });
    await alice.call.messages.delete({ messageId });
    await bob.call.messages.delete({ messageId: two.id });
    const { messages } = tables;
    const [root] = await world.services.db.select().from(messages).where(eq(messages.id, messageId));
    expect(root).toMatchObject({ replyCount: 0 });
    expect(await bob.call.messages.thread({ messageId })).toEqual([]);
  });

  test('is allowed to the author, an admin and the owner', async () => {
    const { alice, bob, carol, admin, bot, outsider, exMember, channelId } = fixture;
    const send = async () => (await bob.call.messages.send({ channelId, content: 'x' })).id;
    const messageId = await send();
    const length = (await fixture.log()).length;
    for (const someone of [carol, bot]) {
      await refusedWith('NOT_YOUR_MESSAGE', someone.call.messages.delete({ messageId }));
    }
    for (const someone of [outsider, exMember]) {
      await refusedWith('MESSAGE_NOT_FOUND', someone.call.messages.delete({ messageId }));
    }
    await refusedWith('UNAUTHENTICATED', fixture.world.anonymous.call.messages.delete({ messageId }));
    for (const missing of [newId(), 'nonsense']) {
      await refusedWith('MESSAGE_NOT_FOUND', bob.call.messages.delete({ messageId: missing }));
    }
    expect(await fixture.log()).toHaveLength(length);
    for (const someone of [alice, admin, bob]) {
      expect(await someone.call.messages.delete({ messageId: await send() })).toEqual({ ok: true });
    }
  });

  test('in a private channel is allowed to an admin who is a member of it', async () => {
    const { alice, bob, admin, serverId } = fixture;
    const channelId = await createPrivateChannel(fixture);
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'x' });
    await refusedWith('MESSAGE_NOT_FOUND', admin.call.messages.delete({ messageId }));
    await alice.call.channels.addMember({ serverId, channelId, userId: admin.id });
    expect(await admin.call.messages.delete({ messageId })).toEqual({ ok: true });
  });

  test('is allowed in an archived channel', async () => {
    const { alice, bob, channelId, serverId } = fixture;
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'x' });
    await alice.call.channels.update({ serverId, channelId, archived: true });
    expect(await bob.call.messages.delete({ messageId })).toEqual({ ok: true });
  });
});

describe('concurrently', () => {
  test('ten deletions publish one event', async () => {
    const { alice, bob, channelId } = fixture;
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'x' });
    const calls = Array.from({ length: 10 }, (_, i) =>
      (i % 2 ? alice : bob).call.messages.delete({ messageId }),
    );
    const done = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
    expect(typesOf(await fixture.log()).filter((type) => type === 'message.deleted')).toHaveLength(1);
  });

  test('edits and a deletion: no event follows the deletion', async () => {
    const { bob, channelId } = fixture;
    const { id: messageId } = await bob.call.messages.send({ channelId, content: 'x' });
    const edits = Array.from({ length: 8 }, (_, i) =>
      bob.call.messages.edit({ messageId, content: `edit ${i}` }),
    );
    await Promise.allSettled([...edits, bob.call.messages.delete({ messageId })]);
    const log = await fixture.log();
    expectDense(log);
    expect(log.at(-1)?.type).toBe('message.deleted');
  });

  test('replies and the deletion of their root: the count is the number of accepted replies', async () => {
    const { alice, bob, channelId, world } = fixture;
    const { id: messageId } = await alice.call.messages.send({ channelId, content: 'root' });
    const replies = Array.from({ length: 12 }, (_, i) =>
      bob.call.messages.reply({ messageId, content: `${i}` }),
    );
    const outcomes = await Promise.allSettled([
      ...replies.slice(0, 6),
      alice.call.messages.delete({ messageId }),
      ...replies.slice(6),
    ]);
    const accepted = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' && 'content' in outcome.value ? [outcome.value.content] : [],
    );
    const thread = contentsOf(await bob.call.messages.thread({ messageId }));
    expect(thread.toSorted()).toEqual(accepted.toSorted());
    const { messages } = tables;
    const [root] = await world.services.db.select().from(messages).where(eq(messages.id, messageId));
    expect(root?.replyCount).toBe(accepted.length);
    const log = typesOf(await fixture.log());
    expect(log.lastIndexOf('message.created')).toBeLessThan(log.indexOf('message.deleted'));
  });
});
