import { tables } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { purgeEvents } from './retention.js';
import { channelStream } from './streams.js';

const DAY_MS = 24 * 3600 * 1000;

let world: World;
let alice: TestUser;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  const { id: serverId } = await createServerWith(alice);
  channelId = (await alice.call.channels.create({ serverId, name: 'talk' })).id;
});
afterAll(() => world.close());

const positions = async () => (await world.log(channelStream(channelId))).map(({ data }) => data.seq);
const send = (content: string) => alice.call.messages.send({ channelId, content });

test('older events are deleted from the beginning of each stream, and a seq is never used again', async () => {
  for (let sent = 0; sent < 5; sent++) await send(`${sent}`);
  await alice.withKey('once').call.messages.send({ channelId, content: 'once' });
  const before = await positions();
  world.clock.advance(8 * DAY_MS);
  await send('recent');

  const purged = await purgeEvents(world.services);
  expect(purged).toMatchObject({ idempotencyKeys: 1 });
  expect(await positions()).toEqual([(before.at(-1) ?? 0) + 1]);
  expect(await purgeEvents(world.services)).toEqual({ partitions: 0, events: 0, idempotencyKeys: 0 });
  await send('more recent');
  expect((await positions()).at(-1)).toBe((before.at(-1) ?? 0) + 2);
});

test('a purge deletes in batches, beside writers and another purge, and waits for no lock', async () => {
  for (let sent = 0; sent < 60; sent++) await Promise.all(Array.from({ length: 40 }, () => send('old')));
  world.clock.advance(8 * DAY_MS);
  const [lockedEvent] = await world.services.db.select().from(tables.events).limit(1);
  expect(lockedEvent).toBeDefined();
  const deleted = world.services.db.transaction(async (tx) => {
    await tx.select().from(tables.events).limit(1).for('update');
    const [first, second] = await Promise.all([
      purgeEvents(world.services),
      purgeEvents(world.services),
      send('new'),
    ]);
    return first.events + second.events;
  });
  expect(await deleted).toBeGreaterThan(2_300);
  await purgeEvents(world.services);
  expect(await positions()).toHaveLength(1);
});
