import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.js';
import { purgeExpiredTickets } from './purge.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a ticket that has expired is removed, and only that', async () => {
  const alice = await world.person('alice');
  await alice.call.realtime.ticket();
  world.clock.advance(60_000);
  await alice.call.realtime.ticket();
  expect(await purgeExpiredTickets(world.services)).toBe(1);
  expect(await purgeExpiredTickets(world.services)).toBe(0);
});
