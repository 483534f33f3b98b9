import { newId, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
/** A public channel, and a private one that alice and bob are in. */
let channelId: string;
let secretId: string;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = await roles.newServer();
  channelId = (await alice.call.channels.create({ serverId, name: 'open' })).id;
  secretId = (await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true })).id;
  await alice.call.channels.addMember({ serverId, channelId: secretId, userId: bob.id });
});

const put = (who: TestUser, content: string, more: object = {}) =>
  who.call.drafts.put({ channelId, content, ...more });
const textsOf = async (who: TestUser, where: readonly string[]) =>
  (await who.call.drafts.list()).filter((it) => where.includes(it.channelId)).map(({ content }) => content);
const delivered = () => Promise.all(world.services.consumers.map((consumer) => consumer.idle()));

async function draftEvents(who: TestUser, where: string) {
  return (await world.log(who)).flatMap((event) =>
    (event.type === 'draft.updated' || event.type === 'draft.deleted') && event.data.channelId === where
      ? [event]
      : [],
  );
}

async function newUpload(who: TestUser): Promise<string> {
  const id = newId();
  const file = { filename: 'notes.txt', mimeType: 'text/plain', sizeBytes: 5, createdAt: world.clock.now() };
  await world.services.db.insert(tables.attachments).values({ id, channelId, uploaderId: who.id, ...file });
  return id;
}

test('a draft of a channel, and one of each thread, are kept apart and listed with the latest first', async () => {
  const { id: messageId } = await alice.call.messages.send({ channelId, content: 'root' });
  const { id: replyId } = await alice.call.messages.reply({ messageId, content: 'reply' });
  const inChannel = await put(bob, 'in the channel');
  world.clock.advance(10);
  const inThread = await put(bob, 'in the thread', { threadId: replyId });
  expect(inChannel).toMatchObject({
    channelId,
    threadId: null,
    content: 'in the channel',
    attachmentIds: [],
  });
  expect(inThread).toMatchObject({ threadId: messageId });
  expect(await bob.call.drafts.get({ channelId })).toEqual(inChannel);
  expect(await bob.call.drafts.get({ channelId, threadId: messageId })).toEqual(inThread);
  expect(await textsOf(bob, [channelId])).toEqual(['in the thread', 'in the channel']);
  await bob.call.drafts.delete({ channelId, threadId: replyId });
  expect(await textsOf(bob, [channelId])).toEqual(['in the channel']);
});

test('the last write of two devices wins, and the events are in its order', async () => {
  const drafts = await Promise.all(Array.from({ length: 10 }, (_, n) => put(bob, `device ${n}`)));
  const kept = await bob.call.drafts.get({ channelId });
  const events = await draftEvents(bob, channelId);
  const versions = events.flatMap((event) => (event.type === 'draft.updated' ? [event.data.updatedAt] : []));
  expect(versions).toEqual([...new Set(drafts.map(({ updatedAt }) => updatedAt))].sort());
  expect(kept.updatedAt).toBe(versions.at(-1));
  expect(drafts).toContainEqual(kept);
});

test('the same again changes nothing and publishes nothing; to delete none neither', async () => {
  const first = await put(bob, 'once');
  expect(await put(bob, 'once')).toEqual(first);
  await bob.call.drafts.delete({ channelId });
  await bob.call.drafts.delete({ channelId });
  expect((await draftEvents(bob, channelId)).map(({ type }) => type)).toEqual([
    'draft.updated',
    'draft.deleted',
  ]);
  await refusedWith('DRAFT_NOT_FOUND', bob.call.drafts.get({ channelId }));
});

test('posting leaves the draft, and a newer one of another device is not deleted', async () => {
  const posted = await put(bob, 'posted');
  await bob.call.messages.send({ channelId, content: posted.content });
  const newer = await put(bob, 'newer, on the phone');
  const ofPosted = { channelId, updatedAt: posted.updatedAt };
  await refusedWith('DRAFT_CHANGED', bob.call.drafts.delete(ofPosted));
  expect(await bob.call.drafts.get({ channelId })).toEqual(newer);
  await bob.call.drafts.delete({ channelId, updatedAt: newer.updatedAt });
  await bob.call.drafts.delete(ofPosted);
  await refusedWith('DRAFT_NOT_FOUND', bob.call.drafts.get({ channelId }));
});

test('uploads of one’s own are kept by their ids; those of others and those of a message are refused', async () => {
  const [mine, carried, alices] = [await newUpload(bob), await newUpload(bob), await newUpload(alice)];
  const draft = await put(bob, '', { attachmentIds: [mine] });
  expect(draft).toMatchObject({ content: '', attachmentIds: [mine] });
  await bob.call.messages.send({ channelId, attachmentIds: [carried] });
  await refusedWith('ATTACHMENT_IN_USE', put(bob, 'x', { attachmentIds: [carried] }));
  await refusedWith('ATTACHMENT_NOT_FOUND', put(bob, 'x', { attachmentIds: [alices] }));
  await refusedWith('ATTACHMENT_NOT_FOUND', put(bob, 'x', { attachmentIds: ['none'] }));
  await refusedWith('INVALID_INPUT', put(bob, 'x', { attachmentIds: [mine, mine] }));
  expect(await bob.call.drafts.get({ channelId })).toEqual(draft);
});

describe('what is refused', () => {
  test.each<[string, object]>([
    ['an empty text', { content: '' }],
    ['a text that shows nothing', { content: ' \u200b ' }],
    ['a text longer than a message', { content: 'x'.repeat(4_001) }],
    ['more files than a message has', { content: 'x', attachmentIds: Array(11).fill(newId()) }],
    ['a field of the record that nobody sets', { content: 'x', updatedAt: new Date().toISOString() }],
  ])('%s', async (_name, fields) => {
    await refusedWith('INVALID_INPUT', put(bob, '', fields));
    expect(await textsOf(bob, [channelId])).toEqual([]);
  });

  test('the longest text is kept as it is', async () => {
    const content = ` ${'x'.repeat(3_998)}\n`;
    expect(await put(bob, content)).toMatchObject({ content });
  });

  test('a thread of another channel, of a deleted message, and of none', async () => {
    const elsewhere = await alice.call.messages.send({ channelId: secretId, content: 'secret' });
    const { id: goneId } = await bob.call.messages.send({ channelId, content: 'gone' });
    await put(bob, 'begun', { threadId: goneId });
    await bob.call.messages.delete({ messageId: goneId });
    for (const threadId of [elsewhere.id, goneId, newId(), 'none'])
      await refusedWith('MESSAGE_NOT_FOUND', put(bob, 'x', { threadId }));
    // What was begun is not lost, and can be deleted.
    expect(await bob.call.drafts.get({ channelId, threadId: goneId })).toMatchObject({ content: 'begun' });
    await bob.call.drafts.delete({ channelId, threadId: goneId });
  });

  test('outsiders, former members, bots and nobody; a private channel is hidden from who is not in it', async () => {
    const { carol, dave, robot } = roles;
    await refusedWith('CHANNEL_NOT_FOUND', put(carol, 'x'));
    await refusedWith('CHANNEL_NOT_FOUND', put(dave, 'x'));
    await refusedWith('PEOPLE_ONLY', put(robot, 'x'));
    await refusedWith('UNAUTHENTICATED', put(world.anonymous, 'x'));
    for (const call of [carol.call.drafts.get, carol.call.drafts.delete])
      await refusedWith('CHANNEL_NOT_FOUND', call({ channelId: secretId }));
  });
});

describe('a text is private', () => {
  const TEXT = 'the quick brown secret';

  test('nobody else reads it, and no event of any stream has it', async () => {
    await put(bob, TEXT);
    expect(await textsOf(alice, [channelId])).toEqual([]);
    await refusedWith('DRAFT_NOT_FOUND', alice.call.drafts.get({ channelId }));
    const frames = await world.services.db.select({ frame: tables.events.frame }).from(tables.events);
    expect(frames.filter(({ frame }) => frame.includes(TEXT))).toEqual([]);
  });

  test('a kept answer does not have it: a retry gets the text that is there, and none once it is deleted', async () => {
    const keyed = () => bob.withKey('draft-key').call.drafts.put({ channelId, content: TEXT });
    const first = await keyed();
    expect(await keyed()).toEqual(first);
    const { rows } = await answers();
    expect(JSON.stringify(rows)).not.toContain(TEXT);
    await bob.call.drafts.delete({ channelId });
    expect(await keyed()).toEqual({ ...first, content: '' });
    await refusedWith('DRAFT_NOT_FOUND', bob.call.drafts.get({ channelId }));
  });

  const answers = async () => ({
    rows: await world.services.db
      .select({ answer: tables.idempotencyKeys.answer })
      .from(tables.idempotencyKeys),
  });
});

describe('a draft of a channel that one may not read any more is not shown, and goes', () => {
  const losses: Array<[string, () => Promise<unknown>, readonly ('open' | 'secret')[]]> = [
    [
      'removed from a private channel',
      () => alice.call.channels.removeMember({ serverId, channelId: secretId, userId: bob.id }),
      ['secret'],
    ],
    ['left the server', () => bob.call.servers.leave({ serverId }), ['open', 'secret']],
    ['banned', () => alice.call.servers.ban({ serverId, userId: bob.id }), ['open', 'secret']],
    ['the channel is deleted', () => alice.call.channels.delete({ serverId, channelId }), ['open']],
    [
      'the channel became private',
      () => alice.call.channels.update({ serverId, channelId, isPrivate: true, name: 'closed' }),
      ['open'],
    ],
    ['the server is deleted', () => alice.call.servers.delete({ serverId }), ['open', 'secret']],
  ];
  test.each(losses)('%s', async (_name, lose, lost) => {
    await put(bob, 'open');
    await bob.call.drafts.put({ channelId: secretId, content: 'secret' });
    await put(alice, 'of the owner');
    await lose();
    const left = ['open', 'secret'].filter((text) => !lost.some((gone) => gone === text));
    expect((await textsOf(bob, [channelId, secretId])).sort()).toEqual(left);
    await world.services.background.idle();
    await delivered();
    const stored = await world.services.db
      .select({ content: tables.drafts.content })
      .from(tables.drafts)
      .where(
        sql`${tables.drafts.userId} = ${bob.id} and ${tables.drafts.channelId} in (${channelId}, ${secretId})`,
      );
    expect(stored.map(({ content }) => content).sort()).toEqual(left);
    const ends = [...(await draftEvents(bob, channelId)), ...(await draftEvents(bob, secretId))];
    expect(ends.filter(({ type }) => type === 'draft.deleted')).toHaveLength(lost.length);
  });
});
