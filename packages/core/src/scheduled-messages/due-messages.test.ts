import { tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { createWorlds } from '../testing/worlds.js';
import { inAnHour, makeDue, newUpload, scheduledEvents } from './world.fixture.js';

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
const contents = async (where = channelId) =>
  (await alice.call.messages.list({ channelId: where })).map(({ content }) => content);
const ofBob = async (id: string) =>
  (await bob.call.scheduledMessages.list()).find((message) => message.id === id) ?? null;

/** Lets the time of a message come, and waits until it is dealt with. */
async function comesDue(id: string): Promise<void> {
  await makeDue(world.services.db, id);
  await world.services.scheduled.idle();
}

test('what is due is sent once, joins as a post does, and its author is told of the message', async () => {
  const { id } = await schedule(bob);
  const early = await schedule(bob, { content: 'not yet' });
  await comesDue(id);
  await world.services.scheduled.idle();
  expect(await contents()).toEqual(['later']);
  const [message] = await alice.call.messages.list({ channelId });
  expect(message).toMatchObject({ userId: bob.id, edited: false });
  expect((await scheduledEvents(world, bob)).at(-1)).toMatchObject({
    type: 'scheduled_message.deleted',
    data: { id, messageId: message?.id },
  });
  expect(await ofBob(id)).toBeNull();
  expect(await ofBob(early.id)).toEqual(early);
  const members = await alice.call.channels.members({ serverId, channelId });
  expect(members.map((member) => member.id)).toContain(bob.id);
});

test('a reply goes to its thread, with its uploads', async () => {
  const { id: threadId } = await alice.call.messages.send({ channelId, content: 'root' });
  const file = await newUpload(world, bob, channelId);
  const { id } = await schedule(bob, { threadId, attachmentIds: [file] });
  await comesDue(id);
  const [reply] = await alice.call.messages.thread({ messageId: threadId });
  expect(reply).toMatchObject({ threadId, content: 'later', attachments: [{ id: file }] });
  const toBoth = await schedule(bob, { threadId, alsoInChannel: true });
  expect(toBoth).toMatchObject({ threadId, alsoInChannel: true });
  await comesDue(toBoth.id);
  const [newest] = await alice.call.messages.list({ channelId });
  expect(newest).toMatchObject({ threadId, alsoInChannel: true });
  expect((await alice.call.messages.thread({ messageId: threadId }))[0]).toEqual(newest);
});

test('whom it mentions is decided when it is sent', async () => {
  await alice.call.channels.update({ serverId, channelId, isPrivate: true });
  await alice.call.channels.addMember({ serverId, channelId, userId: bob.id });
  const { id } = await schedule(bob, { content: 'hello @robot' });
  await alice.call.channels.addMember({ serverId, channelId, userId: roles.robot.id });
  await comesDue(id);
  const [message] = await alice.call.messages.list({ channelId });
  expect(message?.mentions.userIds).toEqual([roles.robot.id]);
});

describe('what may not be posted any more stays with the reason, and its author is told', () => {
  const reasons: Array<[string, () => Promise<unknown>, string]> = [
    [
      'the channel is archived',
      () => alice.call.channels.update({ serverId, channelId, archived: true }),
      'CHANNEL_ARCHIVED',
    ],
    [
      'the channel is deleted',
      () => alice.call.channels.delete({ serverId, channelId }),
      'CHANNEL_NOT_FOUND',
    ],
    ['the server is deleted', () => alice.call.servers.delete({ serverId }), 'CHANNEL_NOT_FOUND'],
    ['the author has left', () => bob.call.servers.leave({ serverId }), 'CHANNEL_NOT_FOUND'],
    ['the author is banned', () => alice.call.servers.ban({ serverId, userId: bob.id }), 'CHANNEL_NOT_FOUND'],
    [
      'the channel is private now',
      () => alice.call.channels.update({ serverId, channelId, isPrivate: true }),
      'CHANNEL_NOT_FOUND',
    ],
  ];
  test.each(reasons)('%s', async (_name, lose, code) => {
    const made = await schedule(bob);
    await lose();
    await comesDue(made.id);
    await world.services.scheduled.idle();
    const failed = await ofBob(made.id);
    expect(failed).toMatchObject({ content: 'later', failure: { code, error: expect.any(String) } });
    expect((await scheduledEvents(world, bob)).at(-1)).toMatchObject({
      type: 'scheduled_message.updated',
      data: { id: made.id, failure: { code }, updatedAt: failed?.updatedAt },
    });
    await bob.call.scheduledMessages.delete({ scheduledMessageId: made.id });
  });

  test('the message that it replies to is deleted', async () => {
    const { id: threadId } = await alice.call.messages.send({ channelId, content: 'root' });
    const { id } = await schedule(bob, { threadId });
    await alice.call.messages.delete({ messageId: threadId });
    await comesDue(id);
    expect(await ofBob(id)).toMatchObject({ failure: { code: 'MESSAGE_NOT_FOUND' } });
  });

  test('the account is deactivated: the message is kept, and not sent', async () => {
    const carol = await world.person('carol-who-goes');
    const { code } = await alice.call.servers.createInvite({ serverId });
    await carol.call.servers.acceptInvite({ code });
    const { id } = await schedule(carol);
    await world.operator.call.admin.updateUser({ userId: carol.id, deactivated: true });
    await comesDue(id);
    const { scheduledMessages } = tables;
    const rows = await world.services.db.select().from(scheduledMessages).where(eq(scheduledMessages.id, id));
    expect(rows).toMatchObject([{ failureCode: 'ACCOUNT_DEACTIVATED' }]);
    expect(await contents()).toEqual([]);
  });

  test('it is sent again with another time, and refused an edit without one', async () => {
    const { id: scheduledMessageId } = await schedule(bob);
    await alice.call.channels.update({ serverId, channelId, archived: true });
    await comesDue(scheduledMessageId);
    await alice.call.channels.update({ serverId, channelId, archived: false });
    const edit = bob.call.scheduledMessages.edit({ scheduledMessageId, content: 'again' });
    await expect(edit).rejects.toThrow();
    const sendAt = inAnHour();
    const again = await bob.call.scheduledMessages.edit({ scheduledMessageId, sendAt });
    expect(again).toMatchObject({ sendAt, failure: null });
    await comesDue(scheduledMessageId);
    expect(await contents()).toEqual(['later']);
  });
});

test('an edit while it is due is sent, or is refused: no text is sent that was replaced', async () => {
  for (let n = 0; n < 10; n++) {
    const { id: scheduledMessageId } = await schedule(bob, { content: `old ${n}` });
    await makeDue(world.services.db, scheduledMessageId);
    const edit = bob.call.scheduledMessages.edit({ scheduledMessageId, content: `new ${n}` });
    const [edited] = await Promise.allSettled([edit, world.services.scheduled.idle()]);
    await world.services.scheduled.idle();
    const sent = (await contents()).filter((content) => content.endsWith(` ${n}`));
    expect(sent).toEqual([edited.status === 'fulfilled' ? `new ${n}` : `old ${n}`]);
  }
});

test('of several nodes each message is sent by one, however often each looks', async () => {
  const nodes = await createWorlds(3);
  try {
    const [first, ...others] = nodes.worlds;
    if (!first) throw new Error('there are three');
    const carol = await first.person('carol');
    const { id } = await carol.call.servers.create({ name: 'Acme' });
    const [general] = await carol.call.channels.list({ serverId: id });
    const where = general?.id ?? '';
    const texts = Array.from({ length: 30 }, (_, n) => `message ${n}`);
    for (const content of texts)
      await carol.call.scheduledMessages.create({ channelId: where, content, sendAt: inAnHour() });
    await first.services.db.update(tables.scheduledMessages).set({ sendAt: sql`now()` });
    const left = () => carol.call.scheduledMessages.list();
    while ((await left()).length > 0)
      await Promise.all([first, ...others].map(({ services }) => services.scheduled.idle()));
    const sent = (await carol.call.messages.list({ channelId: where, limit: 100 })).map((it) => it.content);
    expect(sent.sort()).toEqual([...texts].sort());
  } finally {
    await nodes.close();
  }
});
