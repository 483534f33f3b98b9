import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Hub } from '../realtime/hub.js';
import { actorOf } from '../realtime/test-support.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { SessionCache } from './session-cache.js';
import { authenticate } from './sessions.js';
import { hexHashOf } from './tokens.js';

const DAY_MS = 24 * 3600 * 1_000;

let world: World;
let alice: TestUser;
/** Compares only when the bus is told to. */
let hub: Hub;
let sessions: SessionCache;
let aheadMs = 0;
let people = 0;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  aheadMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  people++;
  alice = await world.person(`alice${people}`);
  hub = new Hub(world.services, { tickMs: 3_600_000 });
  sessions = new SessionCache(world.services, hub);
});
afterEach(() => {
  sessions.close();
  hub.close();
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const hash = () => hexHashOf(alice.token ?? '');
const compare = () => world.services.bus.check();

async function connect() {
  const actor = await actorOf(world, alice);
  return hub.connect(actor);
}

test('without a connection, a session is looked up each second', async () => {
  await sessions.find(hash());
  aheadMs += 900;
  expect(sessions.cached(hash())?.session.userId).toBe(alice.id);
  aheadMs += 200;
  await compare();
  expect(sessions.cached(hash())).toBeUndefined();
});

test('with a connection that is compared each second, it is looked up each minute', async () => {
  await connect();
  await sessions.find(hash());
  for (let second = 0; second < 58; second++) aheadMs += 1_000;
  await compare();
  expect(sessions.cached(hash())?.session.userId).toBe(alice.id);
  aheadMs += 2_000;
  await compare();
  expect(sessions.cached(hash())).toBeUndefined();
});

test('a session that has ended at another node, unheard, does not count for longer than a second', async () => {
  await connect();
  await sessions.find(hash());
  aheadMs += 5_000;
  await compare();
  await world.services.db.delete(tables.sessions).where(eq(tables.sessions.userId, alice.id));
  expect(sessions.cached(hash())).toBeDefined();
  aheadMs += 1_100;
  expect(sessions.cached(hash())).toBeUndefined();
  aheadMs -= 1_100;
  await compare();
  expect(sessions.cached(hash())).toBeUndefined();
  expect(await sessions.find(hash())).toBeNull();
});

test('a session whose last connection has closed is looked up again', async () => {
  const feed = await connect();
  await sessions.find(hash());
  aheadMs += 5_000;
  await compare();
  feed.end('closed');
  expect(sessions.cached(hash())).toBeUndefined();
});

test('what another node has renewed goes on, although it has expired as far as this one knows', async () => {
  const services = { ...world.services, sessions };
  const found = await sessions.find(hash());
  if (found?.session.expiresAt == null) throw new Error('a session of a person expires');
  const later = new Date(found.session.expiresAt.getTime() + DAY_MS);
  await world.services.db
    .update(tables.sessions)
    .set({ expiresAt: later })
    .where(eq(tables.sessions.userId, alice.id));
  const aheadBy = later.getTime() - world.clock.now().getTime() - DAY_MS / 2;
  const clock = { now: () => new Date(world.clock.now().getTime() + aheadBy) };
  expect(await authenticate({ ...services, clock }, alice.token ?? '')).toMatchObject({ userId: alice.id });
});
