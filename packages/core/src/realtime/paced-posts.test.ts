import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { SLICE } from './feeds/scheduler.js';
import { actorOf } from './test-support.js';

let world: World;
let alice: TestUser;
let serverId: string;

beforeAll(async () => {
  world = await createWorld({ quotas: { sockets: 2 * SLICE } });
  alice = await world.person('alice');
  serverId = (await createServerWith(alice)).id;
});
afterAll(() => world.close());

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function channelWith(name: string, followers: number): Promise<string> {
  const { id } = await alice.call.channels.create({ serverId, name });
  const actor = await actorOf(world, alice);
  const feeds = Array.from({ length: followers }, () => world.services.hub.connect(actor));
  await Promise.all(feeds.map((feed) => feed.subscribe({ channelIds: [id], since: new Map() })));
  return id;
}

function takeTime(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a post to a channel of many waits until a fan-out that is behind has reached everybody; elsewhere it does not', async () => {
  const large = await channelWith('large', SLICE + 1);
  const small = await channelWith('small', 1);
  const { hub } = world.services;
  const woken: number[] = [];
  const total = 40 * SLICE;
  for (let n = 0; n < total; n++) {
    const wake = () => {
      woken.push(n);
      if (n % SLICE === 0) takeTime(20);
    };
    hub.scheduler.add({ wake });
  }
  expect(hub.isBehind(large)).toBe(false);
  hub.scheduler.run();
  while (!hub.isBehind(large)) await nextTurn();
  expect(hub.isBehind(small)).toBe(false);
  expect(woken.length).toBeLessThan(total);
  await alice.call.messages.send({ channelId: large, content: 'after all of them' });
  expect(woken).toHaveLength(total);
});
