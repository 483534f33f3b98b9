import { createDatabase, type Queryable, tables } from '@palaver/db';
import { createFaultProxy } from '@palaver/db/testing';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userStream } from '../log/streams.js';
import type { Event } from '../protocol/events.js';
import { createServices } from '../services.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { createWorlds } from '../testing/worlds.js';

const { savedMessages } = tables;
const DAY_MS = 24 * 3_600_000;

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channelId: string;
let messageId: string;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = await roles.newServer();
  channelId = (await alice.call.channels.create({ serverId, name: 'open' })).id;
  await bob.call.channels.join({ serverId, channelId });
  messageId = (await alice.call.messages.send({ channelId, content: 'to be done' })).id;
});

/** Reminders come by the clock of the database, which no test moves. */
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
const remind = (remindAt: string | null | undefined = ahead(DAY_MS), id = messageId, who = bob) =>
  who.call.savedMessages.save({ messageId: id, remindAt });
const settle = () => Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
const inbox = async (who = bob) => {
  await settle();
  return (await who.call.notifications.list({ limit: 100 })).filter((item) => item.channelId === channelId);
};
const savedOf = async (who = bob) =>
  (await who.call.savedMessages.list({})).find((saved) => saved.messageId === messageId) ?? null;

/** What the person's own stream says of this message and of items, from a position on. */
async function toldSince(seq: number, who = bob): Promise<Event[]> {
  return (await world.log(userStream(who.id)))
    .slice(seq)
    .filter(({ type }) => /saved|notification/.test(type));
}
const position = async (who = bob) => (await world.log(userStream(who.id))).length;

/** Lets the time of a reminder come. */
async function makeDue(q: Queryable, userId: string, id = messageId): Promise<void> {
  await q
    .update(savedMessages)
    .set({ remindAt: sql`now() - interval '1 minute'` })
    .where(and(eq(savedMessages.userId, userId), eq(savedMessages.messageId, id)));
}

/** The same, and waits until it is dealt with. */
async function comesDue(id = messageId, who = bob): Promise<void> {
  await makeDue(world.services.db, who.id, id);
  await world.services.scheduled.idle();
}

describe('remindAt of a saved message', () => {
  test('is set when the message is saved or later, stays where it is left out, and goes with null', async () => {
    const remindAt = ahead(DAY_MS);
    const mark = await remind(remindAt);
    expect(mark).toMatchObject({ messageId, channelId, remindAt });
    const seq = await position();
    expect(await bob.call.savedMessages.save({ messageId })).toEqual(mark);
    expect(await remind(remindAt)).toEqual(mark);
    expect(await toldSince(seq)).toEqual([]);
    const later = ahead(2 * DAY_MS);
    expect(await remind(later)).toEqual({ ...mark, remindAt: later });
    expect(await savedOf()).toMatchObject({ ...mark, remindAt: later });
    expect(await remind(null)).toEqual({ ...mark, remindAt: null });
    expect(await savedOf()).toMatchObject({ remindAt: null });
    expect(await toldSince(seq)).toMatchObject([
      { type: 'message.saved', data: { ...mark, remindAt: later } },
      { type: 'message.saved', data: { ...mark, remindAt: null } },
    ]);
  });

  test('lies in the future, within a year; a refused one changes nothing', async () => {
    for (const at of [ahead(-1_000), ahead(365 * DAY_MS + 60_000), 'tomorrow'])
      await refusedWith('INVALID_INPUT', remind(at));
    expect(await savedOf()).toBeNull();
    await expect(remind(ahead(365 * DAY_MS - 60_000))).resolves.toMatchObject({ messageId });
  });

  test('is for people who may read the message', async () => {
    await refusedWith('MESSAGE_NOT_FOUND', remind(ahead(DAY_MS), messageId, roles.carol));
    await refusedWith('PEOPLE_ONLY', remind(ahead(DAY_MS), messageId, roles.robot));
    await bob.call.servers.leave({ serverId });
    await refusedWith('MESSAGE_NOT_FOUND', remind());
  });
});

describe('a reminder that is due', () => {
  test('comes once as an unread item, and the message stays saved without it', async () => {
    const mark = await remind();
    const seq = await position();
    await world.services.scheduled.idle();
    expect(await inbox()).toEqual([]);
    await comesDue();
    await world.services.scheduled.idle();
    const [item, ...more] = await inbox();
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      kind: 'reminder',
      serverId,
      channelId,
      messageId,
      threadId: null,
      authorId: alice.id,
      count: 1,
      silent: false,
      createdAt: world.clock.now().toISOString(),
      readAt: null,
    });
    expect(await savedOf()).toMatchObject({ ...mark, remindAt: null });
    expect(await toldSince(seq)).toMatchObject([
      { type: 'message.saved', data: { ...mark, remindAt: null } },
      { type: 'notification.created', data: item },
    ]);
    expect(await alice.call.notifications.list({})).not.toContainEqual(
      expect.objectContaining({ messageId }),
    );
  });

  test('of one’s own message comes too, and in a thread it names the thread', async () => {
    const reply = await bob.call.messages.reply({ messageId, content: 'mine' });
    await remind(undefined, reply.id);
    await comesDue(reply.id);
    expect(await inbox()).toMatchObject([
      { kind: 'reminder', messageId: reply.id, threadId: messageId, authorId: bob.id },
    ]);
  });

  test('is not read by reading the channel, or by posting there, but by itself', async () => {
    await remind();
    await comesDue();
    const { id } = await alice.call.messages.send({ channelId, content: 'newer' });
    await bob.call.readState.markRead({ channelId, messageId: id });
    await bob.call.messages.send({ channelId, content: 'mine' });
    const [item] = await inbox();
    expect(item).toMatchObject({ kind: 'reminder', readAt: null });
    await bob.call.notifications.read({ notificationId: item?.id ?? '' });
    expect(await inbox()).toMatchObject([{ kind: 'reminder', readAt: expect.any(String) }]);
  });

  test('takes the place of an item about the message, and the next one takes its place', async () => {
    messageId = (await alice.call.messages.send({ channelId, content: 'see @bob' })).id;
    const [mention] = await inbox();
    expect(mention).toMatchObject({ kind: 'mention', messageId });
    await remind();
    const seq = await position();
    await comesDue();
    const [first, ...more] = await inbox();
    expect([first?.kind, more]).toEqual(['reminder', []]);
    expect((await toldSince(seq)).slice(1)).toMatchObject([
      { type: 'notification.deleted', data: { ids: [mention?.id] } },
      { type: 'notification.created', data: { id: first?.id } },
    ]);
    await remind();
    await comesDue();
    const again = await inbox();
    expect(again).toMatchObject([{ kind: 'reminder', messageId, readAt: null }]);
    expect(again[0]?.id).not.toBe(first?.id);
    // An edit that mentions makes no second item, and one that mentions no longer takes none.
    await alice.call.messages.edit({ messageId, content: 'nobody' });
    await alice.call.messages.edit({ messageId, content: 'see @bob again' });
    expect(await inbox()).toEqual(again);
  });

  test('disturbs in quiet hours, while muted, with nothing wanted, and where nothing is to disturb', async () => {
    await bob.call.notificationPreferences.setForServer({
      serverId,
      level: 'nothing',
      quietStart: '00:00',
      quietEnd: '23:59',
      timezone: 'UTC',
      mutedUntil: '2100-01-01T00:00:00.000Z',
    });
    await bob.call.users.updateMe({ dndUntil: '2100-01-01T00:00:00.000Z' });
    await remind();
    await comesDue();
    expect(await inbox()).toMatchObject([{ kind: 'reminder', silent: false }]);
    await bob.call.users.updateMe({ dndUntil: null });
  });

  const losses: Array<[string, () => Promise<unknown>]> = [
    ['the message is deleted', () => alice.call.messages.delete({ messageId })],
    ['the channel is private now', () => makePrivateWithoutBob()],
    ['the channel is deleted', () => alice.call.channels.delete({ serverId, channelId })],
    ['the person has left', () => bob.call.servers.leave({ serverId })],
    ['the person is banned', () => alice.call.servers.ban({ serverId, userId: bob.id })],
    ['the server is deleted', () => alice.call.servers.delete({ serverId })],
  ];
  test.each(losses)('gives no item where %s', async (_name, lose) => {
    await remind();
    await lose();
    const seq = await position();
    await comesDue();
    expect(await inbox()).toEqual([]);
    expect(await toldSince(seq)).toMatchObject([
      { type: 'message.saved', data: { messageId, remindAt: null } },
    ]);
  });

  test('gives no item for a reply whose thread is deleted', async () => {
    const reply = await alice.call.messages.reply({ messageId, content: 'a reply' });
    await remind(undefined, reply.id);
    await alice.call.messages.delete({ messageId });
    await comesDue(reply.id);
    expect(await inbox()).toEqual([]);
  });

  test('goes with its message', async () => {
    await remind();
    await comesDue();
    await alice.call.messages.delete({ messageId });
    expect(await inbox()).toEqual([]);
  });

  test('that is moved or taken away at the last moment comes at no other time', async () => {
    for (const to of [ahead(DAY_MS), null]) {
      await remind();
      await makeDue(world.services.db, bob.id);
      const before = (await inbox()).length;
      const [mark] = await Promise.all([remind(to), world.services.scheduled.idle()]);
      await world.services.scheduled.idle();
      // Either it came before the change, which then holds, or the change came first.
      expect(mark).toMatchObject({ remindAt: to });
      expect(await savedOf()).toMatchObject({ remindAt: to });
      expect((await inbox()).length - before).toBeLessThanOrEqual(1);
      await remind(null);
    }
  });

  async function makePrivateWithoutBob(): Promise<void> {
    await alice.call.channels.update({ serverId, channelId, isPrivate: true });
    await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
  }
});

test('a reminder whose COMMIT was not answered comes once', async () => {
  await world.services.scheduled.stop();
  await remind();
  await makeDue(world.services.db, bob.id);
  const proxy = await createFaultProxy(world.connection);
  const database = createDatabase(proxy.connection, { max: 3 });
  const makeWith = async (given: object, until?: Promise<unknown>) => {
    const services = createServices({ ...world.services, ...given });
    try {
      await until;
      await services.scheduled.idle();
    } finally {
      await services.close();
    }
  };
  try {
    await makeWith({ db: database.db }, proxy.loseAnswer(/^COMMIT$/, /update saved_messages/));
    await makeWith({});
    expect(await inbox()).toMatchObject([{ kind: 'reminder', messageId }]);
  } finally {
    await database.close();
    await proxy.close();
  }
});

test('of several nodes each reminder is made by one, however often each looks', async () => {
  const nodes = await createWorlds(3);
  try {
    const [first, ...others] = nodes.worlds;
    if (!first) throw new Error('there are three');
    const carol = await first.person('carol');
    const { id } = await carol.call.servers.create({ name: 'Acme' });
    const [general] = await carol.call.channels.list({ serverId: id });
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) {
      const { id: one } = await carol.call.messages.send({ channelId: general?.id ?? '', content: `${n}` });
      await carol.call.savedMessages.save({ messageId: one, remindAt: ahead(DAY_MS) });
      ids.push(one);
    }
    await first.services.db.update(savedMessages).set({ remindAt: sql`now()` });
    const left = async () => (await carol.call.savedMessages.list({})).filter((saved) => saved.remindAt);
    while ((await left()).length > 0)
      await Promise.all([first, ...others].map(({ services }) => services.scheduled.idle()));
    const made = (await first.log(userStream(carol.id))).flatMap((event) =>
      event.type === 'notification.created' ? (event.data.messageId ?? []) : [],
    );
    expect(made.sort()).toEqual(ids.sort());
  } finally {
    await nodes.close();
  }
});
