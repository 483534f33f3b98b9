import { newId } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../log/append.js';
import { appendEvents } from '../../log/append-events.js';
import { channelStream } from '../../log/streams.js';
import { createWorld, type World } from '../../testing/world.js';
import { LogPages } from './log-pages.js';

let world: World;
const stream = channelStream(newId());

beforeAll(async () => {
  world = await createWorld();
  const { db, clock } = world.services;
  await db.transaction((tx) => openStream(tx, stream, clock.now()));
  await db.transaction(async (tx) => {
    for (let seq = 1; seq <= 600; seq++) await write(tx);
  });
});
afterAll(() => world.close());

type Tx = Parameters<typeof appendEvents>[0];
const write = (tx: Tx) =>
  appendEvents(tx, world.clock.now(), [
    { stream, event: { type: 'channel.deleted', data: { id: stream.id, serverId: null } } },
  ]);

test('readers at different cursors share pages, and each event is serialised once', async () => {
  const pages = new LogPages(world.services.db);
  const [first, second] = await Promise.all([pages.read(stream.id, 10, 600), pages.read(stream.id, 40, 600)]);
  expect(first.map(({ position }) => position?.seq)).toEqual(
    Array.from({ length: 240 }, (_, index) => 11 + index),
  );
  expect(second.at(0)?.position?.seq).toBe(41);
  expect(second.at(0)).toBe(first.at(30));
  pages.startGeneration();
  expect((await pages.read(stream.id, 10, 600)).at(0)).toBe(first.at(0));
});

test('a page that was read before an event was written is read again when that event is asked for', async () => {
  const pages = new LogPages(world.services.db);
  const before = await pages.read(stream.id, 560, 600);
  expect(before.at(-1)?.position?.seq).toBe(600);
  await world.services.db.transaction(write);
  expect((await pages.read(stream.id, 600, 601)).map(({ position }) => position?.seq)).toEqual([601]);
  expect((await pages.read(stream.id, 560, 601)).at(-1)?.position?.seq).toBe(601);
});
