import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../protocol/error-codes.js';
import { refusedWith } from '../../testing/expect.js';
import type { TestUser } from '../../testing/world.js';
import { createPrivateChannel, expectDense, type Fixture, typesOf, useFixture } from '../channel.fixture.js';

let fixture: Fixture;
let messageId: string;
useFixture(async (fresh) => {
  fixture = fresh;
  messageId = (await fixture.alice.call.messages.send({ channelId: fixture.channelId, content: 'react!' }))
    .id;
});

const stored = async () => (await fixture.alice.call.messages.get({ messageId })).reactions;

describe('messages.react', () => {
  test('returns the message with the reaction, and publishes the event', async () => {
    const { bob, channelId } = fixture;
    const answer = await bob.call.messages.react({ messageId, emoji: '👍' });
    expect(answer.reactions).toEqual([{ emoji: '👍', count: 1, users: [bob.id] }]);
    expect(await bob.call.messages.get({ messageId })).toEqual(answer);
    expect((await fixture.log()).at(-1)).toEqual({
      type: 'reaction.added',
      data: { channelId, messageId, userId: bob.id, emoji: '👍', seq: 3 },
    });
  });

  test('joins nobody and changes neither edited nor updatedAt', async () => {
    const { bob, serverId, channelId, world } = fixture;
    world.clock.advance(1000);
    const { edited, createdAt, updatedAt } = await bob.call.messages.react({ messageId, emoji: '👍' });
    expect({ edited, updatedAt }).toEqual({ edited: false, updatedAt: createdAt });
    expect(await bob.call.channels.get({ serverId, channelId })).toMatchObject({ memberCount: 1 });
  });

  test('twice is once, also concurrently', async () => {
    const { bob } = fixture;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => bob.call.messages.react({ messageId, emoji: '👍' })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(typesOf(await fixture.log()).filter((type) => type === 'reaction.added')).toHaveLength(1);
  });

  test('with and without a variation selector is one reaction, in either form taken back', async () => {
    const { bob, carol } = fixture;
    await bob.call.messages.react({ messageId, emoji: '❤' });
    await carol.call.messages.react({ messageId, emoji: '❤\ufe0f' });
    const { reactions } = await bob.call.messages.react({ messageId, emoji: '❤\ufe0e' });
    expect(reactions).toEqual([{ emoji: '❤\ufe0f', count: 2, users: [bob.id, carol.id] }]);
    const left = await carol.call.messages.unreact({ messageId, emoji: '❤' });
    expect(left.reactions).toEqual([{ emoji: '❤\ufe0f', count: 1, users: [bob.id] }]);
    expect((await fixture.log()).at(-1)).toMatchObject({ data: { emoji: '❤\ufe0f' } });
    expect((await bob.call.messages.react({ messageId, emoji: '👍🏽' })).reactions).toHaveLength(2);
    expect((await bob.call.messages.react({ messageId, emoji: '👍' })).reactions).toHaveLength(3);
  });

  test('emoji and users are in the order of reacting, also when the clock stands still', async () => {
    const { alice, bob, carol, bot } = fixture;
    const order: Array<[typeof bob, string]> = [
      [carol, 'z'],
      [bot, 'a'],
      [alice, 'z'],
      [bob, 'a'],
      [bob, 'm'],
      [bob, 'z'],
    ];
    for (const [someone, emoji] of order) await someone.call.messages.react({ messageId, emoji });
    expect(await stored()).toEqual([
      { emoji: 'z', count: 3, users: [carol.id, alice.id, bob.id] },
      { emoji: 'a', count: 2, users: [bot.id, bob.id] },
      { emoji: 'm', count: 1, users: [bob.id] },
    ]);
    // The order depends on distinct instants: rows of the same instant could be read in any order.
    const { reactions } = tables;
    const { db } = fixture.world.services;
    const ofMessage = eq(reactions.messageId, messageId);
    const rows = await db.select({ at: reactions.createdAt }).from(reactions).where(ofMessage);
    expect(new Set(rows.map(({ at }) => at.getTime())).size).toBe(order.length);
  });

  test('accepts twenty emoji, and further users of each', async () => {
    const { bob, carol } = fixture;
    for (let i = 1; i <= 20; i++) await bob.call.messages.react({ messageId, emoji: `e${i}` });
    const length = (await fixture.log()).length;
    await refusedWith('TOO_MANY_REACTIONS', carol.call.messages.react({ messageId, emoji: 'e21' }));
    expect(await fixture.log()).toHaveLength(length);
    await carol.call.messages.react({ messageId, emoji: 'e7' });
    await bob.call.messages.unreact({ messageId, emoji: 'e1' });
    expect((await carol.call.messages.react({ messageId, emoji: 'e21' })).reactions).toHaveLength(20);
  });

  test('of thirty concurrent emoji twenty are accepted', async () => {
    const people = [fixture.alice, fixture.bob, fixture.carol];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => people[i % 3]?.call.messages.react({ messageId, emoji: `e${i}` })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await stored()).toHaveLength(20);
    expectDense(await fixture.log());
  });

  test.each([
    ['an emoji of several code points', '👩‍👩‍👧‍👦', true],
    ['a name', ':shipit:', true],
    ['a slash, a percent sign and a question mark', '/%2F?', true],
    ['64 characters', '😀'.repeat(64), true],
    ['65 characters', 'x'.repeat(65), false],
    ['a selector alone', '\ufe0f', false],
    ['characters that show nothing', '\u200b\u3164', false],
    ['nothing', '', false],
    ['white space', 'a b', false],
    ['a NUL', '\0', false],
    ['half of a surrogate pair', '\ud83d', false],
  ])('emoji: %s', async (_, emoji, accepted) => {
    const call = fixture.bob.call.messages.react({ messageId, emoji });
    if (!accepted) return refusedWith('INVALID_INPUT', call);
    expect((await call).reactions).toMatchObject([{ emoji }]);
    expect((await fixture.bob.call.messages.unreact({ messageId, emoji })).reactions).toEqual([]);
    return undefined;
  });
});

describe('messages.unreact', () => {
  test('returns the message without the reaction, and publishes the event', async () => {
    const { bob, carol, channelId } = fixture;
    await bob.call.messages.react({ messageId, emoji: '👍' });
    await carol.call.messages.react({ messageId, emoji: '👍' });
    const answer = await bob.call.messages.unreact({ messageId, emoji: '👍' });
    expect(answer.reactions).toEqual([{ emoji: '👍', count: 1, users: [carol.id] }]);
    expect(await stored()).toEqual(answer.reactions);
    expect((await fixture.log()).at(-1)).toEqual({
      type: 'reaction.removed',
      data: { channelId, messageId, userId: bob.id, emoji: '👍', seq: 5 },
    });
  });

  test('a reaction that does not exist changes nothing and publishes nothing', async () => {
    const { bob, carol } = fixture;
    await bob.call.messages.react({ messageId, emoji: '👍' });
    const length = (await fixture.log()).length;
    const { reactions } = await carol.call.messages.unreact({ messageId, emoji: '👍' });
    expect(reactions).toEqual([{ emoji: '👍', count: 1, users: [bob.id] }]);
    expect(await fixture.log()).toHaveLength(length);
  });

  test('an emoji keeps its index while it has users', async () => {
    const { alice, bob, carol } = fixture;
    await alice.call.messages.react({ messageId, emoji: 'a' });
    await bob.call.messages.react({ messageId, emoji: 'b' });
    await carol.call.messages.react({ messageId, emoji: 'a' });
    await bob.call.messages.react({ messageId, emoji: 'a' });
    await alice.call.messages.unreact({ messageId, emoji: 'a' });
    await alice.call.messages.react({ messageId, emoji: 'a' });
    expect(await stored()).toEqual([
      { emoji: 'a', count: 3, users: [carol.id, bob.id, alice.id] },
      { emoji: 'b', count: 1, users: [bob.id] },
    ]);
    for (const someone of [alice, bob, carol]) await someone.call.messages.unreact({ messageId, emoji: 'a' });
    await alice.call.messages.react({ messageId, emoji: 'a' });
    expect(await stored()).toMatchObject([{ emoji: 'b' }, { emoji: 'a' }]);
  });
});

describe('messages.react and messages.unreact', () => {
  async function bothRefused(code: ErrorCode, someone: TestUser, id = messageId): Promise<void> {
    await refusedWith(code, someone.call.messages.react({ messageId: id, emoji: '👍' }));
    await refusedWith(code, someone.call.messages.unreact({ messageId: id, emoji: '👍' }));
  }

  test('are refused to users who may not see the message', async () => {
    const { alice, bob, carol, admin, bot, outsider, exMember } = fixture;
    const channelId = await createPrivateChannel(fixture);
    const secret = await alice.call.messages.send({ channelId, content: 'secret' });
    const length = (await fixture.log()).length;
    for (const someone of [carol, admin, bot]) await bothRefused('MESSAGE_NOT_FOUND', someone, secret.id);
    for (const someone of [outsider, exMember]) await bothRefused('MESSAGE_NOT_FOUND', someone);
    for (const missing of [newId(), 'nonsense']) await bothRefused('MESSAGE_NOT_FOUND', bob, missing);
    await bothRefused('UNAUTHENTICATED', fixture.world.anonymous);
    expect(await fixture.log()).toHaveLength(length);
  });

  test('are refused in an archived channel', async () => {
    const { alice, bob, serverId, channelId } = fixture;
    await alice.call.channels.update({ serverId, channelId, archived: true });
    await bothRefused('CHANNEL_ARCHIVED', bob);
  });

  test('are allowed to every member, bots included', async () => {
    for (const someone of [fixture.carol, fixture.admin, fixture.bot]) {
      await someone.call.messages.react({ messageId, emoji: '🎉' });
    }
    expect(await stored()).toMatchObject([{ emoji: '🎉', count: 3 }]);
  });
});
