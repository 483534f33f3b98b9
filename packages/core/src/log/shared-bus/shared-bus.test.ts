import { randomUUID } from 'node:crypto';
import { connect, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { typingOf } from '../../realtime/connections/typing.js';
import { actorOf, openFeed, type TestFeed } from '../../realtime/test-support.js';
import { createBusFaults, type MessageFate } from '../../testing/bus-faults.js';
import { createServerWith } from '../../testing/create-server.js';
import { refusedWith } from '../../testing/expect.js';
import type { TestUser, World } from '../../testing/world.js';
import { createWorlds, type Worlds } from '../../testing/worlds.js';
import type { SharedBusMeasures } from '../bus.js';
import { channelStream } from '../streams.js';

const faults = createBusFaults();
let nodes: Worlds;
let a: World;
let b: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channelId: string;
/** Bob's, at node b: alice writes at node a. */
let feed: TestFeed;

/** At another node, with the same session. */
const at = (world: World, { id, token }: TestUser) => world.userWithToken(id, token);

beforeAll(async () => {
  nodes = await createWorlds(2, { wrapTransport: faults.wrap });
  const [first, second] = nodes.worlds;
  if (!first || !second) throw new Error('There are two worlds');
  [a, b] = [first, second];
  [alice, bob] = await Promise.all([a.person('alice'), a.person('bob')]);
  serverId = (await createServerWith(alice, bob)).id;
  ({ id: channelId } = await alice.call.channels.create({ serverId, name: 'talk' }));
  feed = await openFeed(b, b.services.hub, bob);
  await feed.subscribe([channelId]);
});
afterEach(() => faults.restore());
afterAll(async () => {
  feed.close();
  await nodes.close();
});

const send = (content: string) => alice.call.messages.send({ channelId, content });

function busOf(world: World): SharedBusMeasures {
  const { shared } = world.services.bus.measure();
  if (!shared) throw new Error('The world has a shared bus');
  return shared;
}

/** Resolves when the feed has received every event of the channel since it subscribed, once and in order. */
async function expectWhole(): Promise<void> {
  const [first = 0] = feed.positions(channelId);
  const written = (await a.log(channelStream(channelId))).map(({ data }) => data.seq);
  await expect.poll(() => feed.positions(channelId).at(-1), { interval: 5 }).toBe(written.at(-1));
  expect(feed.positions(channelId)).toEqual(written.filter((seq) => seq >= first));
}

test('what is written at one node is delivered at the other, without a look into the log', async () => {
  // After faults the first message shows what is missing.
  await send('before');
  await feed.untilMessage('before');
  await expectWhole();
  const { gaps } = busOf(b);
  await send('first');
  await feed.untilMessage('first');
  await expectWhole();
  expect(busOf(b).gaps).toBe(gaps);
});

test('a message that is too long for a notification is read from the log at once', async () => {
  const content = '☃'.repeat(4_000);
  await send(content);
  await feed.untilMessage(content);
  await expectWhole();
});

test('a third of all messages lost, doubled or late: no event is missing, none comes twice', async () => {
  const fates: MessageFate[] = ['lost', 'twice', 'late', ...new Array<MessageFate>(6).fill('passed')];
  faults.decide(() => fates[Math.floor(Math.random() * fates.length)] ?? 'passed');
  const { gaps } = busOf(b);
  for (let n = 0; n < 100; n++) await send(`faulty ${n}`);
  await expectWhole();
  expect(busOf(b).gaps).toBeGreaterThan(gaps);
});

test('while the bus is cut nothing is lost, and afterwards events come by it again', async () => {
  faults.cut();
  await send('cut');
  await feed.untilMessage('cut');
  expect(busOf(a).dropped).toBeGreaterThan(0);
  faults.restore();
  await expect.poll(() => [busOf(a), busOf(b)].every(({ isConnected }) => isConnected)).toBe(true);
  const { received } = busOf(b);
  await send('restored');
  await feed.untilMessage('restored');
  await expect.poll(() => busOf(b).received).toBeGreaterThan(received);
  await expectWhole();
});

test('a connection that looks healthy and carries nothing is opened again after two beats', async () => {
  const opened = () => [a, b].map((world) => busOf(world).reconnects);
  const [ofA = 0, ofB = 0] = opened();
  faults.mute();
  await send('muted');
  await feed.untilMessage('muted');
  await expect
    .poll(opened)
    .toEqual([expect.toSatisfy((now) => now > ofA), expect.toSatisfy((now) => now > ofB)]);
  faults.restore();
  // Until a node hears itself, what the other one sends to it may be lost.
  await expect.poll(() => [a, b].every((world) => busOf(world).isConnected)).toBe(true);
  await expectWhole();
});

test('a session that ends at one node is over at the other one at once, also where it was looked up before', async () => {
  const carol = await a.person('carol');
  await at(b, carol).call.users.me();
  const ended = new Promise((resolve) => b.services.bus.onSessionEnd(resolve));
  await carol.call.auth.logout();
  await ended;
  await refusedWith('UNAUTHENTICATED', at(b, carol).call.users.me());
});

test('typing is shown to subscribers at other nodes', async () => {
  await typingOf(a.services, await actorOf(a, alice))(channelId);
  await feed.until({ type: 'typing.started', data: { channelId, userId: alice.id } });
});

test('a retry at another node with the same key posts nothing, and gets the first answer', async () => {
  const key = randomUUID();
  const posts = [alice, at(b, alice), alice, at(b, alice)].map((caller) =>
    caller.withKey(key).call.messages.send({ channelId, content: 'once' }),
  );
  const ids = (await Promise.all(posts)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  const rows = await a.services.db.select().from(tables.messages).where(eq(tables.messages.content, 'once'));
  expect(rows).toHaveLength(1);
});

test('a node that is alone tells nobody anything', async () => {
  const { worlds, close } = await createWorlds(1);
  const [alone] = worlds;
  const carol = await alone?.person('carol');
  await carol?.call.servers.create({ name: 'Acme' });
  expect(alone?.services.bus.measure()).toMatchObject({ shared: { sent: 0, dropped: 0 } });
  expect(alone?.services.bus.measure().events).toBeGreaterThan(0);
  await close();
});

test('what no node of ours would send stops nothing', async () => {
  const { id: other } = await alice.call.channels.create({ serverId, name: 'other' });
  const otherFeed = await openFeed(b, b.services.hub, bob);
  await otherFeed.subscribe([other]);
  const sql = connect(b.connection, { max: 1 });
  const item = { kind: 'hint', streamId: other, seq: 2, frame: '{"type":' };
  const forged = ['hello', '{"from":"me"}', JSON.stringify({ from: randomUUID(), number: 1, items: [item] })];
  for (const message of forged) await sql.notify('palaver_bus', message);
  await sql.end();
  await send('after what was forged');
  await feed.untilMessage('after what was forged');
  otherFeed.close();
});
