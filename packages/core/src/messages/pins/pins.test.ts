import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../protocol/error-codes.js';
import type { Message } from '../../protocol/records/message.js';
import { refusedWith } from '../../testing/expect.js';
import type { TestUser } from '../../testing/world.js';
import { createPrivateChannel, expectDense, type Fixture, typesOf, useFixture } from '../channel.fixture.js';
import { purgeMessages } from '../removal/purge.js';

let fixture: Fixture;
let messageId: string;
useFixture(async (fresh) => {
  fixture = fresh;
  messageId = (await post('pin!')).id;
});

function post(content: string, author: TestUser = fixture.alice): Promise<Message> {
  return author.call.messages.send({ channelId: fixture.channelId, content });
}

const pins = (who: TestUser = fixture.carol) => who.call.messages.pins({ channelId: fixture.channelId });
const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
const eventsOfPins = async () =>
  typesOf(await fixture.log()).filter((type) => type === 'message.pinned' || type === 'message.unpinned');

describe('messages.pin', () => {
  test('answers the message as every read has it, and publishes a small event', async () => {
    const { bob, channelId, world } = fixture;
    const before = await bob.call.messages.get({ messageId });
    world.clock.advance(1_234);
    const pinnedAt = world.clock.now().toISOString();
    const pinned = await bob.call.messages.pin({ messageId });
    expect(pinned).toEqual({ ...before, pinnedAt, pinnedBy: bob.id });
    expect(await bob.call.messages.get({ messageId })).toEqual(pinned);
    expect(await bob.call.messages.list({ channelId })).toEqual([pinned]);
    expect(await pins()).toEqual([pinned]);
    expect((await fixture.log()).at(-1)).toEqual({
      type: 'message.pinned',
      data: { channelId, messageId, userId: bob.id, pinnedAt, seq: 3 },
    });
  });

  test('twice is once, also at once: the first keeps it', async () => {
    const { alice, bob, carol, world } = fixture;
    const first = await alice.call.messages.pin({ messageId });
    world.clock.advance(1_000);
    const again = await Promise.all(
      [bob, carol, alice, bob].map((who) => who.call.messages.pin({ messageId })),
    );
    expect(again).toEqual(Array(4).fill(first));
    expect(await eventsOfPins()).toEqual(['message.pinned']);
  });

  test('the last that was pinned comes first, replies included, in an order of its own', async () => {
    const { alice, bob } = fixture;
    const [second, third] = [await post('second'), await post('third', bob)];
    const reply = await bob.call.messages.reply({ messageId, content: 'a reply' });
    const order = [third.id, reply.id, messageId, second.id];
    for (const id of order) await alice.call.messages.pin({ messageId: id });
    expect(idsOf(await pins())).toEqual(order.toReversed());
    await bob.call.messages.unpin({ messageId: third.id });
    await bob.call.messages.pin({ messageId: third.id });
    expect(idsOf(await pins())).toEqual([third.id, second.id, messageId, reply.id]);
    expect(await alice.call.messages.thread({ messageId })).toMatchObject([{ pinnedBy: alice.id }]);
  });

  test('an edit, a reaction and a reply leave it, and the list shows them', async () => {
    const { alice, bob } = fixture;
    const { pinnedAt } = await bob.call.messages.pin({ messageId });
    await alice.call.messages.edit({ messageId, content: 'changed', metadata: { kind: 'rule' } });
    await bob.call.messages.react({ messageId, emoji: '👍' });
    await bob.call.messages.reply({ messageId, content: 'ok' });
    expect(await pins()).toMatchObject([
      {
        content: 'changed',
        metadata: { kind: 'rule' },
        reactions: [{ emoji: '👍' }],
        replyCount: 1,
        pinnedAt,
        pinnedBy: bob.id,
      },
    ]);
    expect((await fixture.log()).find(({ type }) => type === 'message.updated')).toMatchObject({
      data: { pinnedAt, pinnedBy: bob.id },
    });
  });

  test('of many at once as many are pinned as there may be', async () => {
    const { alice, bob, carol } = fixture;
    const people = [alice, bob, carol];
    const posted = await Promise.all(Array.from({ length: 55 }, (_, n) => post(`number ${n}`)));
    const outcomes = await Promise.allSettled(
      posted.map(({ id }, n) => people[n % 3]?.call.messages.pin({ messageId: id })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(await pins()).toHaveLength(50);
    await refusedWith('TOO_MANY_PINS', alice.call.messages.pin({ messageId }));
    const [last] = await pins();
    await alice.call.messages.delete({ messageId: last?.id ?? '' });
    await alice.call.messages.pin({ messageId });
    expectDense(await fixture.log());
  });
});

describe('messages.unpin', () => {
  test('answers the message without the pin, whoever pinned it, and publishes the event', async () => {
    const { bob, carol, channelId } = fixture;
    const before = await bob.call.messages.get({ messageId });
    await bob.call.messages.pin({ messageId });
    expect(await carol.call.messages.unpin({ messageId })).toEqual(before);
    expect(await bob.call.messages.get({ messageId })).toEqual(before);
    expect(await pins()).toEqual([]);
    expect((await fixture.log()).at(-1)).toEqual({
      type: 'message.unpinned',
      data: { channelId, messageId, userId: carol.id, seq: 4 },
    });
  });

  test('what is not pinned stays so, and nothing is published', async () => {
    const { bob } = fixture;
    const length = (await fixture.log()).length;
    expect(await bob.call.messages.unpin({ messageId })).toMatchObject({ pinnedAt: null, pinnedBy: null });
    expect(await fixture.log()).toHaveLength(length);
  });
});

describe('a pinned message', () => {
  test('that is deleted is pinned no more, and its events keep their form', async () => {
    const { alice, bob, world } = fixture;
    await bob.call.messages.pin({ messageId });
    await bob.call.messages.react({ messageId, emoji: '👍' });
    await alice.call.messages.delete({ messageId });
    expect(await pins()).toEqual([]);
    expect(await eventsOfPins()).toEqual(['message.pinned']);
    const { messagePins, messages } = tables;
    expect(
      await world.services.db.select().from(messagePins).where(eq(messagePins.messageId, messageId)),
    ).toEqual([]);
    const [row] = await world.services.db.select().from(messages).where(eq(messages.id, messageId));
    expect(row).toMatchObject({ pinnedAt: null, pinnedBy: null });
    await refusedWith('MESSAGE_NOT_FOUND', bob.call.messages.pin({ messageId }));
    await refusedWith('MESSAGE_NOT_FOUND', bob.call.messages.unpin({ messageId }));
  });

  test('goes with its channel', async () => {
    const { alice, bob, channelId, serverId, world } = fixture;
    await bob.call.messages.pin({ messageId });
    await alice.call.channels.delete({ serverId, channelId });
    await refusedWith('CHANNEL_NOT_FOUND', pins());
    await purgeMessages(world.services.db, channelId);
    expect(
      await world.services.db.$count(tables.messagePins, eq(tables.messagePins.channelId, channelId)),
    ).toBe(0);
  });

  test('is answered to a retry of its post as it was posted, and to a retry of the pin as it is now', async () => {
    const { bob, channelId } = fixture;
    const send = () => bob.withKey('post').call.messages.send({ channelId, content: 'once' });
    const pin = () => bob.withKey('pin').call.messages.pin({ messageId: posted.id });
    const posted = await send();
    const pinned = await pin();
    expect(await send()).toEqual(posted);
    expect(await pin()).toEqual(pinned);
    await bob.call.messages.unpin({ messageId: posted.id });
    expect(await pin()).toEqual(posted);
    expect(await pins()).toEqual([]);
  });
});

describe('pins', () => {
  async function allRefused(code: ErrorCode, who: TestUser, id = messageId): Promise<void> {
    await refusedWith(code, who.call.messages.pin({ messageId: id }));
    await refusedWith(code, who.call.messages.unpin({ messageId: id }));
  }

  test('are for those who may see the message', async () => {
    const { alice, bob, carol, admin, bot, outsider, exMember, world } = fixture;
    const channelId = await createPrivateChannel(fixture);
    const secret = await alice.call.messages.send({ channelId, content: 'secret' });
    await bob.call.messages.pin({ messageId: secret.id });
    const length = (await fixture.log()).length;
    for (const who of [carol, admin, bot]) {
      await allRefused('MESSAGE_NOT_FOUND', who, secret.id);
      await refusedWith('CHANNEL_NOT_FOUND', who.call.messages.pins({ channelId }));
    }
    for (const who of [outsider, exMember]) {
      await allRefused('MESSAGE_NOT_FOUND', who);
      await refusedWith('CHANNEL_NOT_FOUND', pins(who));
    }
    for (const missing of [newId(), 'nonsense', '']) await allRefused('MESSAGE_NOT_FOUND', bob, missing);
    for (const missing of [newId(), 'nonsense'])
      await refusedWith('CHANNEL_NOT_FOUND', bob.call.messages.pins({ channelId: missing }));
    await allRefused('UNAUTHENTICATED', world.anonymous);
    await refusedWith('UNAUTHENTICATED', pins(world.anonymous));
    expect(await fixture.log()).toHaveLength(length);
    expect(idsOf(await alice.call.messages.pins({ channelId }))).toEqual([secret.id]);
  });

  test('are read in an archived channel, and not changed', async () => {
    const { alice, bob, serverId, channelId } = fixture;
    await bob.call.messages.pin({ messageId });
    await alice.call.channels.update({ serverId, channelId, archived: true });
    await allRefused('CHANNEL_ARCHIVED', bob);
    expect(idsOf(await pins())).toEqual([messageId]);
  });

  test('are changed by every member, bots included, and by both sides of a direct message', async () => {
    const { alice, bob, carol, admin, bot } = fixture;
    for (const who of [carol, admin, bot]) {
      expect(await who.call.messages.pin({ messageId })).toMatchObject({ pinnedBy: who.id });
      await who.call.messages.unpin({ messageId });
    }
    const { id: channelId } = await alice.call.dms.create({ userIds: [bob.id] });
    const sent = await alice.call.messages.send({ channelId, content: 'direct' });
    await bob.call.messages.pin({ messageId: sent.id });
    expect(idsOf(await alice.call.messages.pins({ channelId }))).toEqual([sent.id]);
    await allRefused('MESSAGE_NOT_FOUND', carol, sent.id);
  });
});
