import { tables } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOf } from '../testing/community.js';
import { createWorld, type Someone, type World } from '../testing/world.js';
import { purgeEvents } from './retention.js';
import { channelStream } from './streams.js';

const DAY_MS = 24 * 3600 * 1000;

let world: World;
let alice: Someone;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  const { id: serverId } = await serverOf(alice);
  channelId = (await alice.call.channels.create({ serverId, name: 'talk' })).id;
});
afterAll(() => world.close());

const places = async () => (await world.log(channelStream(channelId))).map(({ data }) => data.seq);
const say = (content: string) => alice.call.messages.send({ channelId, content });

test('what is older goes, from the beginning of each stream, and places are never used again', async () => {
  for (let sent = 0; sent < 5; sent++) await say(`${sent}`);
  await alice.withKey('once').call.messages.send({ channelId, content: 'once' });
  await alice.call.realtime.ticket();
  const before = await places();
  world.clock.advance(8 * DAY_MS);
  await say('young');

  const purged = await purgeEvents(world.services);
  expect(purged).toMatchObject({ idempotency_keys: 1, ws_tickets: 1 });
  expect(await places()).toEqual([(before.at(-1) ?? 0) + 1]);
  expect(await purgeEvents(world.services)).toEqual({ events: 0, idempotency_keys: 0, ws_tickets: 0 });
  await say('younger');
  expect((await places()).at(-1)).toBe((before.at(-1) ?? 0) + 2);
});

test('it goes in batches, beside writers and another purge, and waits for nobody', async () => {
  for (let sent = 0; sent < 60; sent++) await Promise.all(Array.from({ length: 40 }, () => say('old')));
  world.clock.advance(8 * DAY_MS);
  const [young] = await world.services.db.select().from(tables.events).limit(1);
  expect(young).toBeDefined();
  const held = world.services.db.transaction(async (tx) => {
    await tx.select().from(tables.events).limit(1).for('update');
    const [mine, theirs] = await Promise.all([
      purgeEvents(world.services),
      purgeEvents(world.services),
      say('new'),
    ]);
    return mine.events + theirs.events;
  });
  expect(await held).toBeGreaterThan(2_300);
  await purgeEvents(world.services);
  expect(await places()).toHaveLength(1);
});
