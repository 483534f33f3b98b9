import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { userStream } from '../log/streams.js';
import { createPrivateChannel, type Fixture, useFixture } from '../messages/channel.fixture.js';
import { purgeMessages } from '../messages/removal/purge.js';
import { refusedWith } from '../testing/expect.js';
import type { TestUser } from '../testing/world.js';

let fixture: Fixture;
let messageId: string;
/** How many events of saved messages each person has from earlier tests. */
let earlier: ReadonlyMap<string, number>;
useFixture(async (fresh) => {
  fixture = fresh;
  const { alice, bob, carol, world } = fixture;
  await world.services.db.delete(tables.savedMessages);
  const counted = [alice, bob, carol].map(async (who) => [who.id, (await allEventsOf(who)).length] as const);
  earlier = new Map(await Promise.all(counted));
  messageId = await post('first');
});

async function post(content: string, channelId = fixture.channelId): Promise<string> {
  return (await fixture.alice.call.messages.send({ channelId, content })).id;
}

const save = (who: TestUser, id = messageId) => who.call.savedMessages.save({ messageId: id });
const unsave = (who: TestUser, id = messageId) => who.call.savedMessages.unsave({ messageId: id });
const savedOf = async (who: TestUser) =>
  (await who.call.savedMessages.list({})).map(({ message }) => message.content);
const allEventsOf = async (who: TestUser) =>
  (await fixture.world.log(userStream(who.id))).filter(({ type }) => /^message\./.test(type));
const eventsOf = async (who: TestUser) => (await allEventsOf(who)).slice(earlier.get(who.id));

describe('savedMessages.save', () => {
  test('is told to the devices of the person alone, and listed with the message as it is now', async () => {
    const { alice, bob, carol, channelId, world } = fixture;
    world.clock.advance(1_000);
    const channelLog = (await fixture.log()).length;
    const mark = await save(bob);
    const savedAt = world.clock.now().toISOString();
    expect(mark).toEqual({ id: expect.any(String), messageId, channelId, savedAt, remindAt: null });
    await alice.call.messages.edit({ messageId, content: 'changed' });
    const message = await bob.call.messages.get({ messageId });
    expect(await bob.call.savedMessages.list({})).toEqual([{ ...mark, message }]);
    expect(await eventsOf(bob)).toMatchObject([
      { type: 'message.saved', data: { ...mark, streamId: bob.id } },
    ]);
    for (const who of [alice, carol]) {
      expect(await savedOf(who)).toEqual([]);
      expect(await eventsOf(who)).toEqual([]);
    }
    // The edit alone.
    expect(await fixture.log()).toHaveLength(channelLog + 1);
  });

  test('twice is once, also at once, and a retry gets the first answer', async () => {
    const { bob } = fixture;
    const first = await save(bob);
    expect(await Promise.all(Array.from({ length: 5 }, () => save(bob)))).toEqual(Array(5).fill(first));
    expect(await eventsOf(bob)).toHaveLength(1);
    const retried = () => bob.withKey('save').call.savedMessages.save({ messageId });
    expect([await retried(), await retried()]).toEqual([first, first]);
  });

  test('where the quota is used up, what is hidden makes room, the oldest first, and nothing else does', async () => {
    const { alice, bob, serverId, world } = fixture;
    const channelId = await createPrivateChannel(fixture);
    const secret = await post('secret', channelId);
    const gone = await post('gone');
    const limit = 1_000;
    const kept = await post('kept');
    const ids = await Promise.all(Array.from({ length: 3 }, (_, n) => post(`extra ${n}`)));
    for (const id of [secret, gone, kept]) await save(bob, id);
    await fill(bob.id, limit - 3);
    await refusedWith('TOO_MANY_SAVED_MESSAGES', save(bob, ids[0]));
    await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
    await alice.call.messages.delete({ messageId: gone });
    const outcomes = await Promise.allSettled(ids.map((id) => save(bob, id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await eventsOf(bob)).filter(({ type }) => type === 'message.unsaved')).toMatchObject([
      { data: { messageId: secret } },
      { data: { messageId: gone } },
    ]);
    const { savedMessages } = tables;
    expect(await world.services.db.$count(savedMessages, eq(savedMessages.userId, bob.id))).toBe(limit);
  });

  /** Saves other messages for somebody, without an event. */
  async function fill(userId: string, count: number): Promise<void> {
    const { db } = fixture.world.services;
    const [row] = await db.select().from(tables.messages).where(eq(tables.messages.id, messageId));
    if (!row) throw new Error('the message is there');
    const copies = Array.from({ length: count }, (_, n) => ({ ...row, id: newId(), seq: 10_000 + n }));
    await db.insert(tables.messages).values(copies);
    await db
      .insert(tables.savedMessages)
      .values(copies.map(({ id }) => ({ userId, messageId: id, id: newId(), savedAt: row.createdAt })));
  }
});

describe('savedMessages.unsave', () => {
  test('removes it on all devices; what is not saved stays so', async () => {
    const { bob } = fixture;
    await unsave(bob);
    await save(bob);
    await unsave(bob);
    await unsave(bob);
    expect(await savedOf(bob)).toEqual([]);
    expect(await eventsOf(bob)).toMatchObject([
      { type: 'message.saved' },
      { type: 'message.unsaved', data: { messageId } },
    ]);
  });

  test('is possible for what one does not see any more, and tells of nothing else', async () => {
    const { alice, bob, carol, serverId } = fixture;
    const channelId = await createPrivateChannel(fixture);
    const secret = await post('secret', channelId);
    await save(bob, secret);
    await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
    await unsave(bob, secret);
    await refusedWith('MESSAGE_NOT_FOUND', unsave(bob, secret));
    await refusedWith('MESSAGE_NOT_FOUND', unsave(carol, secret));
  });
});

describe('savedMessages.list', () => {
  test('is paged, the last that was saved first', async () => {
    const { bob } = fixture;
    const ids = [messageId];
    for (let n = 1; n < 7; n++) ids.push(await post(`number ${n}`));
    const order = [3, 0, 6, 1, 5, 2, 4].map((n) => ids[n] ?? '');
    for (const id of order) await save(bob, id);
    const pages: string[][] = [];
    for (let before: string | undefined; ; ) {
      const page = await bob.call.savedMessages.list({ limit: 3, before });
      pages.push(page.map((item) => item.messageId));
      if (page.length < 3) break;
      before = page.at(-1)?.id;
    }
    expect(pages.flat()).toEqual(order.toReversed());
    await refusedWith('INVALID_INPUT', bob.call.savedMessages.list({ before: 'nothing' }));
    for (const limit of [0, -1, 1.5])
      await refusedWith('INVALID_INPUT', bob.call.savedMessages.list({ limit }));
  });

  test('leaves out what was deleted and what one may not read now, and has again what one may read again', async () => {
    const { alice, bob, serverId, channelId, world } = fixture;
    const secretId = await createPrivateChannel(fixture);
    const { id: dmId } = await alice.call.dms.create({ userIds: [bob.id] });
    const reply = await alice.call.messages.reply({ messageId, content: 'reply' });
    const gone = await post('gone');
    const secret = await post('secret', secretId);
    for (const id of [messageId, reply.id, gone, secret, await post('direct', dmId)]) await save(bob, id);
    await alice.call.messages.delete({ messageId: gone });
    expect(await savedOf(bob)).toEqual(['direct', 'secret', 'reply', 'first']);
    await alice.call.channels.removeMember({ serverId, channelId: secretId, userId: bob.id });
    expect(await savedOf(bob)).toEqual(['direct', 'reply', 'first']);
    await alice.call.channels.addMember({ serverId, channelId: secretId, userId: bob.id });
    await alice.call.channels.update({ serverId, channelId, archived: true });
    expect(await savedOf(bob)).toEqual(['direct', 'secret', 'reply', 'first']);
    await bob.call.servers.leave({ serverId });
    expect(await savedOf(bob)).toEqual(['direct']);
    await alice.call.channels.delete({ serverId, channelId });
    await purgeMessages(world.services.db, channelId);
    expect(await world.services.db.$count(tables.savedMessages)).toBe(2);
  });
});

test('saving is for people who may read the message', async () => {
  const { alice, bob, carol, admin, bot, outsider, exMember, world } = fixture;
  const secret = await post('secret', await createPrivateChannel(fixture));
  for (const who of [carol, admin]) {
    await refusedWith('MESSAGE_NOT_FOUND', save(who, secret));
    await refusedWith('MESSAGE_NOT_FOUND', unsave(who, secret));
  }
  for (const who of [outsider, exMember]) await refusedWith('MESSAGE_NOT_FOUND', save(who));
  for (const missing of [newId(), 'nonsense', '']) {
    await refusedWith('MESSAGE_NOT_FOUND', save(bob, missing));
    await refusedWith('MESSAGE_NOT_FOUND', unsave(bob, missing));
  }
  for (const [who, code] of [
    [bot, 'PEOPLE_ONLY'],
    [world.anonymous, 'UNAUTHENTICATED'],
  ] as const) {
    await refusedWith(code, save(who));
    await refusedWith(code, unsave(who));
    await refusedWith(code, savedOf(who));
  }
  await alice.call.messages.delete({ messageId });
  await refusedWith('MESSAGE_NOT_FOUND', save(bob));
});
