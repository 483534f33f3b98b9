import { tables } from '@palaver/db';
import { count } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type World } from '../testing/world.js';
import { maintain } from './maintain.js';

const DAY_MS = 24 * 3600 * 1000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const rows = async (table: typeof tables.sessions | typeof tables.events | typeof tables.servers) => {
  const [row] = await world.services.db.select({ rows: count() }).from(table);
  return row?.rows ?? 0;
};

test('a round removes what has expired or was deleted, and only that', async () => {
  const alice = await world.person('alice');
  const old = await createServerWith(alice);
  await alice.call.servers.delete({ serverId: old.id });
  await createServerWith(alice);
  await maintain(world.services);
  expect(await rows(tables.servers)).toBe(1);
  expect(await rows(tables.sessions)).toBe(1);
  const events = await rows(tables.events);
  expect(events).toBeGreaterThan(0);

  world.clock.advance(8 * DAY_MS);
  await alice.call.servers.create({ name: 'Newer' });
  const before = await rows(tables.events);
  await maintain(world.services);
  expect(await rows(tables.events)).toBe(before - events);

  world.clock.advance(31 * DAY_MS);
  await maintain(world.services);
  expect(await rows(tables.sessions)).toBe(0);
  expect(await rows(tables.servers)).toBe(2);
});
