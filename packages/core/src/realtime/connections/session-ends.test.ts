import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { createWorld, type World } from '../../testing/world.js';
import { Hub } from '../hub.js';
import { actorOf } from '../test-support.js';
import { redeemTicket } from './tickets.js';

let world: World;
/** It never looks sessions up by itself within a test. */
let hub: Hub;
beforeAll(async () => {
  world = await createWorld();
  hub = new Hub(world.services, { tickMs: 600_000 });
});
afterAll(async () => {
  hub.close();
  await world.close();
});

test('a feed of a session that ended after it was verified is over at once', async () => {
  const alice = await world.person('alice');
  const actor = await actorOf(world, alice);
  await alice.call.auth.logout();
  const feed = hub.connect(actor);
  for await (const batch of feed.deliveries()) expect(batch).toEqual([]);
  expect(feed.ending).toBe('session-over');
});

test('a feed is over as soon as its session ends', async () => {
  const dave = await world.person('dave');
  const feed = hub.connect(await actorOf(world, dave));
  await dave.call.auth.logout();
  for await (const batch of feed.deliveries()) expect(batch).toEqual([]);
  expect(feed.ending).toBe('session-over');
});

test('a session that has just ended gets no ticket, and a ticket ends with its session', async () => {
  const bob = await world.person('bob');
  const { ticket } = await bob.call.realtime.ticket();
  // As another node ends it: this one still remembers the session.
  await world.services.db.delete(tables.sessions).where(eq(tables.sessions.userId, bob.id));
  await refusedWith('UNAUTHENTICATED', bob.call.realtime.ticket());
  expect(await redeemTicket(world.services, ticket)).toBeNull();
});
