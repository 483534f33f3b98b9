import { newId, tables } from '@palaver/db';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purgeUnclaimedAttachments } from '../attachments/purge.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import type { EditScheduledInput } from './schemas.js';
import { inAnHour, newUpload, scheduledEvents } from './world.fixture.js';

const DAY_MS = 24 * 3600 * 1000;

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = await roles.newServer();
  channelId = (await alice.call.channels.create({ serverId, name: 'open' })).id;
});

const schedule = (who: TestUser, fields: object = {}) =>
  who.call.scheduledMessages.create({ channelId, content: 'later', sendAt: inAnHour(), ...fields });
const listed = async (who: TestUser) =>
  (await who.call.scheduledMessages.list()).filter((message) => message.channelId === channelId);
const contents = async () => (await alice.call.messages.list({ channelId })).map(({ content }) => content);

test('a scheduled message is listed by its time, changed and deleted, and each device is told', async () => {
  const [sendAt, sooner] = [inAnHour(), new Date(Date.now() + 1_800_000).toISOString()];
  const second = await schedule(bob, { sendAt });
  const first = await schedule(bob, { sendAt: sooner, content: 'soon' });
  const none = { threadId: null, attachmentIds: [], failure: null };
  expect(second).toMatchObject({ channelId, content: 'later', sendAt, ...none });
  expect(await listed(bob)).toEqual([first, second]);
  const scheduledMessageId = second.id;
  const changed = await bob.call.scheduledMessages.edit({ scheduledMessageId, content: 'changed' });
  expect(changed).toMatchObject({ id: second.id, content: 'changed', sendAt });
  expect(changed.updatedAt > second.updatedAt).toBe(true);
  expect(await bob.call.scheduledMessages.edit({ scheduledMessageId, content: 'changed' })).toEqual(changed);
  await bob.call.scheduledMessages.delete({ scheduledMessageId });
  await refusedWith('SCHEDULED_MESSAGE_NOT_FOUND', bob.call.scheduledMessages.delete({ scheduledMessageId }));
  expect(await listed(bob)).toEqual([first]);
  const events = (await scheduledEvents(world, bob)).filter(({ data }) => data.id === second.id);
  expect(events.map(({ type }) => type)).toEqual([
    'scheduled_message.updated',
    'scheduled_message.updated',
    'scheduled_message.deleted',
  ]);
  expect(events.at(-1)).toMatchObject({ data: { id: second.id, channelId, messageId: null } });
  expect(await contents()).toEqual([]);
});

type Edited = Required<Omit<EditScheduledInput, 'scheduledMessageId'>>;
/** Another value of each field that an edit can have. */
const OTHER = {
  content: () => 'changed',
  sendAt: () => new Date(Date.now() + 7_200_000).toISOString(),
  attachmentIds: async () => [await newUpload(world, bob, channelId)],
} satisfies Record<keyof Edited, () => unknown>;

test.each(Object.entries(OTHER))(
  '%s alone is changed and told, and the same again is neither',
  async (field, other) => {
    const { id: scheduledMessageId, updatedAt } = await schedule(bob);
    const edit = { scheduledMessageId, [field]: await other() };
    const changed = await bob.call.scheduledMessages.edit(edit);
    expect(changed).toMatchObject({ [field]: edit[field] });
    expect(changed.updatedAt > updatedAt).toBe(true);
    expect(await listed(bob)).toEqual([changed]);
    expect(await bob.call.scheduledMessages.edit(edit)).toEqual(changed);
    const events = (await scheduledEvents(world, bob)).filter(({ data }) => data.id === scheduledMessageId);
    expect(events).toHaveLength(2);
  },
);

test('one sent now is posted once, a retry gets the same message, and the list has it no more', async () => {
  const { id: scheduledMessageId } = await schedule(bob);
  const send = () => bob.withKey('send-now').call.scheduledMessages.send({ scheduledMessageId });
  const sent = await send();
  expect(sent).toMatchObject({ channelId, content: 'later', userId: bob.id });
  expect(await send()).toEqual(sent);
  await refusedWith('SCHEDULED_MESSAGE_NOT_FOUND', bob.call.scheduledMessages.send({ scheduledMessageId }));
  expect(await contents()).toEqual(['later']);
  expect(await listed(bob)).toEqual([]);
  expect((await scheduledEvents(world, bob)).at(-1)).toMatchObject({
    type: 'scheduled_message.deleted',
    data: { id: scheduledMessageId, messageId: sent.id },
  });
});

test('one sent now that is refused stays as it is, without a failure', async () => {
  const made = await schedule(bob);
  await alice.call.channels.update({ serverId, channelId, archived: true });
  await refusedWith('CHANNEL_ARCHIVED', bob.call.scheduledMessages.send({ scheduledMessageId: made.id }));
  expect(await listed(bob)).toEqual([made]);
});

test('twenty at once send it once', async () => {
  const { id: scheduledMessageId } = await schedule(bob);
  const tries = Array.from({ length: 20 }, () => bob.call.scheduledMessages.send({ scheduledMessageId }));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await contents()).toEqual(['later']);
});

describe('uploads', () => {
  test('are kept past the hour after which unclaimed ones go, released by a deletion, and carried when sent', async () => {
    const [kept, released] = [await newUpload(world, bob, channelId), await newUpload(world, bob, channelId)];
    const { id } = await schedule(bob, { content: '', attachmentIds: [kept] });
    const other = await schedule(bob, { attachmentIds: [released] });
    await bob.call.scheduledMessages.delete({ scheduledMessageId: other.id });
    await purgeUnclaimedAttachments(world.services, new Date(world.clock.now().getTime() + DAY_MS));
    const sent = await bob.call.scheduledMessages.send({ scheduledMessageId: id });
    expect(sent.attachments).toMatchObject([{ id: kept, messageId: sent.id }]);
    await refusedWith('ATTACHMENT_NOT_FOUND', schedule(bob, { attachmentIds: [released] }));
  });

  test('belong to one message: not to another scheduled one, a post or a draft', async () => {
    const attachmentIds = [await newUpload(world, bob, channelId)];
    const { id: scheduledMessageId } = await schedule(bob, { attachmentIds });
    await refusedWith('ATTACHMENT_IN_USE', schedule(bob, { attachmentIds }));
    await refusedWith('ATTACHMENT_IN_USE', bob.call.messages.send({ channelId, attachmentIds }));
    await refusedWith('ATTACHMENT_IN_USE', bob.call.drafts.put({ channelId, content: 'x', attachmentIds }));
    await bob.call.scheduledMessages.edit({ scheduledMessageId, attachmentIds: [] });
    await bob.call.messages.send({ channelId, attachmentIds });
  });

  test('of others, of other channels and given twice are refused', async () => {
    const [mine, alices] = [await newUpload(world, bob, channelId), await newUpload(world, alice, channelId)];
    await refusedWith('ATTACHMENT_NOT_FOUND', schedule(bob, { attachmentIds: [alices] }));
    await refusedWith('ATTACHMENT_NOT_FOUND', schedule(bob, { attachmentIds: ['none'] }));
    await refusedWith('INVALID_INPUT', schedule(bob, { attachmentIds: [mine, mine] }));
    const { id: scheduledMessageId } = await schedule(bob);
    const edit = { scheduledMessageId, attachmentIds: [alices] };
    await refusedWith('ATTACHMENT_NOT_FOUND', bob.call.scheduledMessages.edit(edit));
  });
});

describe('what is refused', () => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  test.each<[string, () => object]>([
    ['a time in the past', () => ({ sendAt: at(-1_000) })],
    ['a time in more than a year', () => ({ sendAt: at(366 * DAY_MS) })],
    ['a time that is none', () => ({ sendAt: 'tomorrow' })],
    ['no time', () => ({ sendAt: undefined })],
    ['an empty text', () => ({ content: '' })],
    ['a text that shows nothing', () => ({ content: ' \u200b ' })],
    ['a text that is too long', () => ({ content: 'x'.repeat(4_001) })],
    ['more files than a message has', () => ({ attachmentIds: Array(11).fill(newId()) })],
    ['a field of the record that nobody sets', () => ({ failure: null })],
  ])('%s', async (_name, fields) => {
    await refusedWith('INVALID_INPUT', schedule(bob, fields()));
    expect(await listed(bob)).toEqual([]);
  });

  test.each<[string, () => object]>([
    ['a time in the past', () => ({ sendAt: at(-1_000) })],
    ['a time in more than a year', () => ({ sendAt: at(366 * DAY_MS) })],
    ['an empty text', () => ({ content: '' })],
    ['a text that is too long', () => ({ content: 'x'.repeat(4_001) })],
    ['another channel', () => ({ channelId: newId() })],
  ])('in an edit, %s', async (_name, fields) => {
    const made = await schedule(bob);
    const edit = { scheduledMessageId: made.id, ...fields() };
    await refusedWith('INVALID_INPUT', bob.call.scheduledMessages.edit(edit));
    expect(await listed(bob)).toEqual([made]);
  });

  test('the latest time that is allowed is kept', async () => {
    const sendAt = at(364 * DAY_MS);
    expect(await schedule(bob, { sendAt })).toMatchObject({ sendAt });
  });

  test('a channel that one may not post in, and a thread that is none', async () => {
    const { carol, dave } = roles;
    await refusedWith('CHANNEL_NOT_FOUND', schedule(carol));
    await refusedWith('CHANNEL_NOT_FOUND', schedule(dave));
    await refusedWith('UNAUTHENTICATED', schedule(world.anonymous));
    const { id: goneId } = await bob.call.messages.send({ channelId, content: 'gone' });
    await bob.call.messages.delete({ messageId: goneId });
    for (const threadId of [goneId, newId(), 'none'])
      await refusedWith('MESSAGE_NOT_FOUND', schedule(bob, { threadId }));
    await refusedWith('INVALID_INPUT', schedule(bob, { alsoInChannel: true }));
    await alice.call.channels.update({ serverId, channelId, archived: true });
    await refusedWith('CHANNEL_ARCHIVED', schedule(bob));
  });

  test('the scheduled message of somebody else, whatever their role', async () => {
    const made = await schedule(bob);
    const scheduledMessageId = made.id;
    const { edit, delete: remove, send } = alice.call.scheduledMessages;
    await refusedWith('SCHEDULED_MESSAGE_NOT_FOUND', edit({ scheduledMessageId, content: 'mine' }));
    await refusedWith('SCHEDULED_MESSAGE_NOT_FOUND', remove({ scheduledMessageId }));
    await refusedWith('SCHEDULED_MESSAGE_NOT_FOUND', send({ scheduledMessageId }));
    await refusedWith('SCHEDULED_MESSAGE_NOT_FOUND', send({ scheduledMessageId: 'none' }));
    expect(await listed(alice)).toEqual([]);
    expect(await listed(bob)).toEqual([made]);
  });

  test('bots schedule as people do', async () => {
    const { robot } = roles;
    expect(await schedule(robot)).toMatchObject({ content: 'later' });
  });
});

test('no event and no kept answer has the text, and a retry of what was deleted has none', async () => {
  const content = 'the surprise of friday';
  const sendAt = inAnHour();
  const keyed = () => bob.withKey('scheduled').call.scheduledMessages.create({ channelId, content, sendAt });
  const made = await keyed();
  expect(await keyed()).toEqual(made);
  const { db } = world.services;
  const frames = await db.select({ text: tables.events.frame }).from(tables.events);
  const answers = await db.select({ text: tables.idempotencyKeys.answer }).from(tables.idempotencyKeys);
  expect([...frames, ...answers].filter(({ text }) => text?.includes(content))).toEqual([]);
  await bob.call.scheduledMessages.delete({ scheduledMessageId: made.id });
  expect(await keyed()).toEqual({ ...made, content: '' });
  expect(await listed(bob)).toEqual([]);
});
