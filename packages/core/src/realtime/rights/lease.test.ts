import { createDatabase, type DatabaseHandle } from '@palaver/db';
import { createFaultProxy, type FaultProxy } from '@palaver/db/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { unavailable } from '../../kernel/errors/unavailable.js';
import { type Bus, createLocalBus, type Hint } from '../../log/bus.js';
import { Delivery } from '../../log/delivery.js';
import { createServerWith } from '../../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../../testing/world.js';
import { typingOf } from '../connections/typing.js';
import { Hub } from '../hub.js';
import { actorOf, openFeed } from '../test-support.js';
import { Lease } from './lease.js';

let world: World;
let proxy: FaultProxy;
let proxied: DatabaseHandle;
/** Another node: it reads the database through the proxy, and hears what the service of `world` says on the bus. */
let hub: Hub;
let hears: (hint: Hint) => boolean = () => true;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let serverId: string;
let channelId: string;
let aheadMs = 0;

beforeAll(async () => {
  world = await createWorld();
  proxy = await createFaultProxy(world.connection);
  proxied = createDatabase(proxy.connection, { max: 10 });
  const bus: Bus = { ...createLocalBus() };
  world.services.bus.onHint((hint) => hears(hint) && bus.publish(hint));
  world.services.bus.onNotice((notice) => bus.notify(notice));
  hub = new Hub({ ...world.services, db: proxied.db, bus }, { tickMs: 50 });
  [alice, bob, carol] = [await world.person('alice'), await world.person('bob'), await world.person('carol')];
});
beforeEach(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  serverId = (await createServerWith(alice, bob, carol)).id;
  channelId = (await alice.call.channels.create({ serverId, name: 'open' })).id;
});
afterEach(() => {
  proxy.restore();
  hears = () => true;
  vi.restoreAllMocks();
});
afterAll(async () => {
  hub.close();
  await proxied.close();
  await proxy.close();
  await world.close();
});

const send = (content: string) => alice.call.messages.send({ channelId, content });

async function subscribed(user: TestUser) {
  const feed = await openFeed(world, hub, user);
  await feed.subscribe([channelId]);
  await feed.until({ type: 'subscribed' });
  return feed;
}

/** Lets time pass, and waits for a comparison that began afterwards and failed. */
async function pass(ms: number): Promise<void> {
  aheadMs += ms;
  const { resets } = proxy;
  await expect.poll(() => proxy.resets).toBeGreaterThan(resets + 1);
}

test('cut off from the database, a node hands out nothing, and goes on from the log afterwards', async () => {
  const [bobs, carols] = [await subscribed(bob), await subscribed(carol)];
  await send('before');
  await Promise.all([bobs.untilMessage('before'), carols.untilMessage('before')]);
  proxy.cut();
  hears = () => false;
  await alice.call.servers.removeMember({ serverId, userId: bob.id });
  hears = () => true;
  await pass(2_000);
  for (let sent = 0; sent < 5; sent++) await send(`after ${sent}`);
  await typingOf(world.services, await actorOf(world, alice))(channelId);
  await pass(0);
  expect([bobs.received.length, carols.received.length]).toEqual([2, 2]);

  proxy.restore();
  await bobs.until({ type: 'access.revoked', data: { serverId, channelId } });
  await carols.untilMessage('after 4');
  expect(bobs.messages()).toEqual(['before']);
  expect(carols.messages()).toEqual(['before', 'after 0', 'after 1', 'after 2', 'after 3', 'after 4']);
  for (const feed of [bobs, carols]) feed.close();
});

test('a database that does not answer is as good as one that is away', async () => {
  const carols = await subscribed(carol);
  proxy.pause();
  aheadMs += 2_100;
  await send('meanwhile');
  expect(hub.lease.isValid).toBe(false);
  expect(carols.messages()).toEqual([]);
  proxy.restore();
  await carols.untilMessage('meanwhile');
  carols.close();
});

test('requests that have taken every connection of the pool interrupt nothing', async () => {
  const pool = createDatabase(world.connection, { max: 2 });
  const comparing = createDatabase(world.connection, { max: 1 });
  const busy = new Hub({ ...world.services, db: pool.db, comparing: comparing.db }, { tickMs: 50 });
  const feed = await openFeed(world, busy, carol);
  await feed.subscribe([channelId]);
  await feed.until({ type: 'subscribed' });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const requests = [1, 2].map(() => pool.db.transaction(() => released));
  aheadMs += 2_100;
  await expect.poll(() => busy.lease.isValid).toBe(true);
  await send('meanwhile');
  await feed.untilMessage('meanwhile');
  release();
  await Promise.all(requests);
  feed.close();
  busy.close();
  await Promise.all([pool.close(), comparing.close()]);
});

test('a replay stops within a page', async () => {
  for (let sent = 0; sent < 40; sent++) await send('x'.repeat(4_000));
  const feed = hub.connect(await actorOf(world, carol));
  const deliveries = feed.deliveries();
  await feed.subscribe({ channelIds: [channelId], since: new Map([[channelId, 0]]) });
  const typeOf = async (next: ReturnType<typeof deliveries.next>) => (await next).value?.[0]?.frame.type;
  expect(await typeOf(deliveries.next())).toBe('subscribed');
  expect(await typeOf(deliveries.next())).toBe('member.joined');
  proxy.cut();
  await pass(2_000);
  const next = deliveries.next();
  let taken = false;
  void next.then(() => {
    taken = true;
  });
  await pass(0);
  expect(taken).toBe(false);
  proxy.restore();
  expect(await typeOf(next)).toBe('message.created');
  feed.end('closed');
});

test('a feed that is opened meanwhile delivers nothing but what is about its connection', async () => {
  const carols = await subscribed(carol);
  proxy.cut();
  await pass(2_000);
  const opened = hub.connect(await actorOf(world, bob));
  const deliveries = opened.deliveries();
  const subscribing = opened.subscribe({ channelIds: [channelId], since: new Map() });
  await expect(subscribing).rejects.toSatisfy((error) => unavailable(error) !== null);
  opened.push(new Delivery('{"type":"typing.started","data":{}}'));
  opened.send({ type: 'pong', data: {} });
  expect((await deliveries.next()).value?.map(({ frame }) => frame.type)).toEqual(['pong']);
  await send('meanwhile');
  await pass(0);
  expect(carols.messages()).toEqual([]);
  carols.close();
  opened.end('closed');
});

test('after ten seconds the feeds end, so that their clients look for another node', async () => {
  const carols = await subscribed(carol);
  proxy.cut();
  aheadMs += 10_000;
  await carols.untilEnded();
  expect(carols.ending).toBe('restarting');
});

test('a comparison counts from its start, and never for longer than an earlier result has shown', () => {
  vi.spyOn(performance, 'now').mockImplementation(() => aheadMs);
  const lease = new Lease();
  const after = (ms: number) => {
    aheadMs += ms;
    return [lease.isValid, lease.isLost];
  };
  expect([after(2_000), after(1)]).toEqual([
    [true, false],
    [false, false],
  ]);
  expect([lease.renew(aheadMs - 2_001), lease.isValid]).toEqual([false, false]);
  expect([lease.renew(aheadMs - 1_500), lease.isValid]).toEqual([true, true]);
  expect([lease.renew(aheadMs - 1_900), after(500)]).toEqual([false, [true, false]]);
  expect([after(1), after(8_000)]).toEqual([
    [false, false],
    [false, true],
  ]);
});
