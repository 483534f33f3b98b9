import { randomUUID } from 'node:crypto';
import { createDatabase } from '@palaver/db';
import { createFaultProxy } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf } from '../files/received-file.fixture.js';
import { AppError } from '../kernel/errors/app-error.js';
import { openFeed } from '../realtime/test-support.js';
import { createServices } from '../services.js';
import { createServerWith } from '../testing/create-server.js';
import type { TestUser, World } from '../testing/world.js';
import { createWorlds, type Worlds } from '../testing/worlds.js';
import { markRead } from './actions.js';

let nodes: Worlds;
let world: World;
let other: World;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  nodes = await createWorlds(2);
  [world, other] = nodes.worlds as [World, World];
  [alice, bob] = [await world.person('alice'), await world.person('bob')];
});
afterAll(() => nodes.close());

/** A channel of both, and messages of alice in it. */
async function channelWith(messages: number) {
  const { id: serverId } = await createServerWith(alice, bob);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'plans' });
  await bob.call.channels.join({ serverId, channelId });
  return { channelId, ids: await sent(channelId, messages) };
}

async function sent(channelId: string, messages: number) {
  const ids: string[] = [];
  for (let n = 0; n < messages; n++)
    ids.push((await alice.call.messages.send({ channelId, content: `${n}` })).id);
  return ids;
}

async function marksOf(channelId: string, user = bob) {
  const log = await world.log(user);
  return log.flatMap(({ type, data }) =>
    type === 'read.updated' && data.channelId === channelId ? [data] : [],
  );
}

test('marks of several devices on two nodes are published in the order of the positions, the last one as it is', async () => {
  const { channelId, ids } = await channelWith(12);
  const elsewhere = other.userWithToken(bob.id, bob.token);
  await Promise.all(
    ids.flatMap((messageId) =>
      [bob, elsewhere].map(({ call }) => call.readState.markRead({ channelId, messageId })),
    ),
  );
  const marks = await marksOf(channelId);
  const places = marks.map(({ lastReadMessageId }) => ids.indexOf(lastReadMessageId ?? ''));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(places.length);
  expect(marks.map(({ unreadCount }) => unreadCount)).toEqual(places.map((place) => 11 - place));
  expect(marks.at(-1)).toMatchObject(await bob.call.readState.getForChannel({ channelId }));
  const log = await world.log(bob);
  expect(log.map(({ data }) => 'seq' in data && data.seq)).toEqual(log.map((_, index) => index + 1));
});

test('marks of many at the same time are each made, refused or left as one alone is', async () => {
  const [carol, dave] = [await world.person('carol'), await world.person('dave')];
  const [erin, frank] = [await world.person('erin'), await world.person('frank')];
  const { id: serverId } = await createServerWith(alice, bob, carol, dave, erin, frank);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'plans' });
  const members = [bob, carol, dave, erin];
  for (const { call } of members) await call.channels.join({ serverId, channelId });
  const [first = '', last = ''] = await sent(channelId, 2);
  await dave.call.readState.markRead({ channelId, messageId: last });

  const answers = await Promise.allSettled([
    ...[bob, carol, dave, frank].map(({ call }) => call.readState.markRead({ channelId, messageId: last })),
    erin.call.readState.markRead({ channelId, messageId: first }),
    erin.call.readState.markRead({ channelId, messageId: randomUUID() }),
  ]);
  const codeOf = (reason: unknown) => (reason instanceof AppError ? reason.errorCode : reason);
  expect(
    answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.unreadCount : codeOf(answer.reason),
    ),
  ).toEqual([0, 0, 0, 'NOT_A_CHANNEL_MEMBER', 1, 'MESSAGE_NOT_FOUND']);
  const events = await Promise.all(members.map((member) => marksOf(channelId, member)));
  expect(events.map((marks) => marks.map(({ lastReadMessageId }) => lastReadMessageId))).toEqual([
    [last],
    [last],
    [last],
    [first],
  ]);
});

test('a mark whose answer was lost is heard by who is subscribed, and is not made again', async () => {
  const { channelId, ids } = await channelWith(1);
  const feed = await openFeed(world, world.services.hub, bob);
  await feed.subscribe([bob.id]);
  const proxy = await createFaultProxy(world.connection);
  const database = createDatabase(proxy.connection, { max: 3 });
  const services = createServices({ ...world.services, db: database.db });
  try {
    await Promise.all(services.consumers.map((consumer) => consumer.stop()));
    const lost = proxy.loseAnswer(/^INSERT 0 1$/, /insert into events/);
    const ctx = await contextOf({ services }, bob);
    await expect(markRead(ctx, { channelId, messageId: ids[0] ?? '', unread: false })).rejects.toThrow();
    await lost;
    const heard = () => feed.received.filter(({ type }) => type === 'read.updated');
    await expect.poll(heard).toMatchObject([{ data: { channelId, unreadCount: 0 } }]);
    await bob.call.readState.markRead({ channelId, messageId: ids[0] ?? '' });
    expect(await marksOf(channelId)).toHaveLength(1);
  } finally {
    feed.close();
    await services.close();
    await database.close();
    await proxy.close();
  }
});
