import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { attachmentKey } from '../attachments/record.js';
import { maintain } from '../maintenance/maintain.js';
import { type Fixture, storeBytes, uploaded, useFixture } from '../messages/channel.fixture.js';
import { refusedWith } from '../testing/expect.js';
import { PASSWORD } from '../testing/world.js';

let fixture: Fixture;
useFixture(async (fresh) => {
  fixture = fresh;
  const { world, admin } = fresh;
  await world.operator.call.admin.updateUser({ userId: admin.id, admin: true });
  await admin.call.auth.verify({ password: PASSWORD });
});

const reason = 'a lawsuit';
const hold = (of: { channelId: string } | { serverId: string }) =>
  fixture.admin.call.admin.createHold({ ...of, reason });
const post = async (content: string, attachmentIds: string[] = []) => {
  const { channelId, bob } = fixture;
  return (await bob.call.messages.send({ channelId, content, attachmentIds })).id;
};
const texts = async (holdId: string) =>
  (await fixture.admin.call.admin.heldMessages({ holdId })).map(({ content, isDeleted }) => [
    content,
    isDeleted,
  ]);
const lines = async (act: string) =>
  (await fixture.admin.call.admin.auditLog({ limit: 20 })).filter((line) => line.act === act);

describe('a legal hold', () => {
  test('knows the thread of a reply that is in its channel as well', async () => {
    const { bob, channelId } = fixture;
    const { id: holdId } = await hold({ channelId });
    const threadId = await post('root');
    const reply = { messageId: threadId, content: 'to both', alsoInChannel: true };
    const { id: messageId } = await bob.call.messages.reply(reply);
    await bob.call.messages.delete({ messageId });
    const [kept] = await fixture.admin.call.admin.heldMessages({ holdId });
    expect(kept).toMatchObject({ messageId, threadId });
  });

  test('keeps what is edited and deleted, once each, and nobody else sees it', async () => {
    const { alice, bob, world, channelId } = fixture;
    const early = await post('early one');
    await bob.call.messages.edit({ messageId: early, content: 'early two' });
    const before = await post('deleted before');
    await bob.call.messages.delete({ messageId: before });
    const { id } = await hold({ channelId });
    const file = await uploaded(fixture, bob);
    await storeBytes(world.services, file);
    const late = await post('late one', [file]);
    await bob.call.messages.edit({ messageId: late, content: 'late two' });
    await bob.call.messages.delete({ messageId: late });
    await bob.call.messages.delete({ messageId: early });
    expect((await texts(id)).sort()).toEqual([
      ['early one', false],
      ['early two', true],
      ['late one', false],
      ['late two', true],
    ]);
    const [kept] = (await fixture.admin.call.admin.heldMessages({ holdId: id })).filter(
      ({ content }) => content === 'late two',
    );
    expect(kept).toMatchObject({
      messageId: late,
      userId: bob.id,
      channelId,
      threadId: null,
      files: [{ id: file, filename: 'notes.txt' }],
    });
    expect(await world.services.files.size(attachmentKey(file))).toBe(5);
    // The quota of the person is free of it.
    expect(await world.services.db.$count(tables.attachments, eq(tables.attachments.id, file))).toBe(0);
    for (const messageId of [early, late])
      await refusedWith('MESSAGE_NOT_FOUND', alice.call.messages.get({ messageId }));
    expect(JSON.stringify(await fixture.log())).not.toMatch(/early|late (one|two)/);
    // Each read is a line.
    const reads = (await lines('hold.read')).filter(({ details }) => details.holdId === id);
    expect(reads).toHaveLength(2);
    expect(reads[0]).toMatchObject({
      targetId: channelId,
      targetName: 'open',
      details: { holdId: id, messages: 4 },
    });
  });

  test('has pages', async () => {
    const { bob, channelId, admin } = fixture;
    const { id: holdId } = await hold({ channelId });
    for (let n = 0; n < 5; n++) await bob.call.messages.delete({ messageId: await post(`text ${n}`) });
    const first = await admin.call.admin.heldMessages({ holdId, limit: 2 });
    expect(first.map(({ content }) => content)).toEqual(['text 4', 'text 3']);
    const next = await admin.call.admin.heldMessages({ holdId, limit: 2, before: first[1]?.id });
    expect(next.map(({ content }) => content)).toEqual(['text 2', 'text 1']);
  });

  test('suspends the retention, and erasures keep what they take', async () => {
    const { alice, world, serverId, channelId } = fixture;
    const { id } = await hold({ serverId });
    await post('old');
    await alice.call.channels.update({ serverId, channelId, retentionDays: 1 });
    world.clock.advance(3 * 24 * 3600 * 1000);
    await maintain(world.services);
    await world.services.background.idle();
    expect(await alice.call.messages.list({ channelId })).toMatchObject([{ content: 'old' }]);
    await alice.call.auth.verify({ password: PASSWORD });
    await alice.call.erasures.eraseChannel({ serverId, channelId });
    await world.services.background.idle();
    expect(await alice.call.messages.list({ channelId })).toEqual([]);
    expect(await texts(id)).toEqual([['old', true]]);
  });

  test('keeps deleted channels and servers, and direct messages', async () => {
    const { alice, bob, world, serverId, channelId } = fixture;
    const dm = await bob.call.dms.create({ userIds: [alice.id] });
    const ofDm = await hold({ channelId: dm.id });
    const { id: messageId } = await bob.call.messages.send({ channelId: dm.id, content: 'in private' });
    await bob.call.messages.delete({ messageId });
    expect(await texts(ofDm.id)).toEqual([['in private', true]]);
    expect((await lines('hold.created'))[0]).toMatchObject({ targetName: 'direct message' });
    const file = await uploaded(fixture, bob);
    await storeBytes(world.services, file);
    const inChannel = await post('look', [file]);
    await alice.call.channels.delete({ serverId, channelId });
    // Also one that is deleted, as long as it is stored.
    const ofChannel = await hold({ channelId });
    const ofServer = await hold({ serverId });
    await alice.call.auth.verify({ password: PASSWORD });
    await alice.call.servers.delete({ serverId });
    await maintain(world.services);
    const { db, files } = world.services;
    const isStored = () => db.$count(tables.messages, eq(tables.messages.id, inChannel));
    expect([await isStored(), await files.size(attachmentKey(file))]).toEqual([1, 5]);
    await fixture.admin.call.admin.endHold({ holdId: ofChannel.id });
    await maintain(world.services);
    expect([await isStored(), await files.size(attachmentKey(file))]).toEqual([1, 5]);
    await fixture.admin.call.admin.endHold({ holdId: ofServer.id });
    await maintain(world.services);
    expect([await isStored(), await files.size(attachmentKey(file))]).toEqual([0, null]);
    expect(await db.$count(tables.servers, eq(tables.servers.id, serverId))).toBe(0);
  });

  test('when it ends, what no other one covers goes for good', async () => {
    const { bob, world, serverId, channelId } = fixture;
    const { db, files } = world.services;
    const first = await hold({ channelId });
    const second = await hold({ serverId });
    const file = await uploaded(fixture, bob);
    await storeBytes(world.services, file);
    const messageId = await post('text', [file]);
    await bob.call.messages.delete({ messageId });
    const kept = () => db.$count(tables.heldMessages, eq(tables.heldMessages.messageId, messageId));
    await fixture.admin.call.admin.endHold({ holdId: first.id });
    await maintain(world.services);
    expect([await kept(), await files.size(attachmentKey(file))]).toEqual([1, 5]);
    await fixture.admin.call.admin.endHold({ holdId: second.id });
    await maintain(world.services);
    expect([await kept(), await files.size(attachmentKey(file))]).toEqual([0, null]);
    const ended = (await lines('hold.ended')).map(({ details }) => details.holdId);
    expect(ended.slice(0, 2)).toEqual([second.id, first.id]);
    await refusedWith('HOLD_NOT_FOUND', texts(second.id));
    await refusedWith('HOLD_NOT_FOUND', fixture.admin.call.admin.endHold({ holdId: second.id }));
  });

  test('a post writes nothing more, and neither does a deletion where there is no hold', async () => {
    const { world } = fixture;
    const triggers = await world.services.db.$client<{ name: string; on: string }[]>`
      select tgname as name, pg_get_triggerdef(oid) as on from pg_trigger
      where tgrelid in ('messages'::regclass, 'attachments'::regclass) and not tgisinternal order by 1`;
    const ofPosts = triggers.filter(({ on }) => /INSERT|reply_count/.test(on.replace(/WHEN.*/s, '')));
    // That one writes no other row, and none of a post without rare fields fires it.
    expect(ofPosts.map(({ name }) => name)).toEqual(['messages_sync_extra_of_post']);
    await fixture.bob.call.messages.delete({ messageId: await post('text') });
    const { channelId } = fixture;
    expect(
      await world.services.db.$count(tables.heldMessages, eq(tables.heldMessages.channelId, channelId)),
    ).toBe(0);
  });
});

test('holds are for admins of the service, who prove to be there', async () => {
  const { alice, bob, bot, admin, world, serverId, channelId } = fixture;
  const made = await hold({ serverId });
  const calls = (who: typeof alice) => [
    () => who.call.admin.createHold({ serverId, reason }),
    () => who.call.admin.holds({}),
    () => who.call.admin.heldMessages({ holdId: made.id }),
    () => who.call.admin.endHold({ holdId: made.id }),
  ];
  for (const who of [alice, bob])
    for (const call of calls(who)) await refusedWith('INSTANCE_ADMIN_REQUIRED', call());
  for (const call of calls(bot)) await refusedWith('PEOPLE_ONLY', call());
  for (const call of calls(world.anonymous)) await refusedWith('UNAUTHENTICATED', call());
  const { createHold } = admin.call.admin;
  await refusedWith('INVALID_INPUT', createHold({ reason }));
  await refusedWith('INVALID_INPUT', createHold({ serverId, channelId, reason }));
  for (const bad of ['', 'x'.repeat(513)])
    await refusedWith('INVALID_INPUT', createHold({ serverId, reason: bad }));
  await refusedWith('SERVER_NOT_FOUND', createHold({ serverId: channelId, reason }));
  await refusedWith('CHANNEL_NOT_FOUND', createHold({ channelId: serverId, reason }));
  await refusedWith('HOLD_NOT_FOUND', admin.call.admin.heldMessages({ holdId: serverId }));
  expect((await admin.call.admin.holds({}))[0]).toEqual(made);
  expect(made).toMatchObject({ serverId, channelId: null, reason, createdBy: admin.id });
  world.clock.advance(11 * 60_000);
  await refusedWith('STEP_UP_REQUIRED', createHold({ serverId, reason }));
  await refusedWith('STEP_UP_REQUIRED', admin.call.admin.endHold({ holdId: made.id }));
  expect((await admin.call.admin.holds({}))[0]).toEqual(made);
});
