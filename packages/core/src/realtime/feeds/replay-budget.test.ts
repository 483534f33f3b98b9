import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../testing/world.js';
import { Hub } from '../hub.js';
import { openFeed, type TestFeed } from '../test-support.js';
import { ReplayBudget } from './replay-budget.js';

test('over any time, a person gets no more than the burst, the refill and what was begun within them', async () => {
  const pages = fc.array(fc.record({ bytes: fc.nat(4_000_000), idleMs: fc.nat(5_000) }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(pages, async (read) => {
      const limit = { perMinute: 6_000_000, burst: 1_000_000 };
      let now = 0;
      const budget = new ReplayBudget(limit, () => now);
      let total = 0;
      for (const { bytes, idleMs } of read) {
        now += idleMs + budget.waitMs('bob');
        expect(budget.waitMs('carol')).toBe(0);
        await budget.charge('bob', async () => bytes, Number);
        total += bytes;
        expect(total).toBeLessThanOrEqual(
          (limit.burst + (now * limit.perMinute) / 60_000 + bytes) * 1.000001,
        );
      }
      now += 3_600_000;
      budget.forgetFull();
      expect(budget.size).toBe(0);
    }),
  );
});

describe('a replay beyond the budget', () => {
  const MESSAGES = 600;
  const PAGE = 250;
  let world: World;
  let alice: TestUser;
  let bob: TestUser;
  let history: string;
  let talk: string;

  beforeAll(async () => {
    world = await createWorld();
    [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
    const { id: serverId } = await alice.call.servers.create({ name: 'Acme' });
    const { code } = await alice.call.servers.createInvite({ serverId });
    await bob.call.servers.acceptInvite({ code });
    history = (await alice.call.channels.create({ serverId, name: 'history' })).id;
    talk = (await alice.call.channels.create({ serverId, name: 'talk' })).id;
    for (let sent = 0; sent < MESSAGES; sent += 50) {
      const texts = Array.from({ length: 50 }, (_, n) => `${sent + n}`.padEnd(4_000, 'x'));
      await Promise.all(texts.map((content) => alice.call.messages.send({ channelId: history, content })));
    }
  });
  afterAll(() => world.close());

  async function hubWith(perMinute: number) {
    const hub = new Hub(world.services, { tickMs: 50, replayLimit: { perMinute, burst: 100_000 } });
    onTestFinished(() => hub.close());
    return {
      open: async (user: TestUser): Promise<TestFeed> => {
        const feed = await openFeed(world, hub, user);
        onTestFinished(() => feed.close());
        return feed;
      },
    };
  }

  test('waits, on all connections of the person; live events and other people do not', async () => {
    const { open } = await hubWith(1);
    const feeds = [await open(bob), await open(bob), await open(bob)];
    for (const feed of feeds) {
      await feed.subscribe([talk]);
      await feed.subscribe([history], { [history]: 0 });
    }
    const alices = await open(alice);
    await alices.subscribe([history], { [history]: 0 });
    await expect.poll(() => alices.messages().length).toBeGreaterThanOrEqual(PAGE - 10);
    await alice.call.messages.send({ channelId: talk, content: 'live' });
    for (const feed of feeds) await feed.untilMessage('live');
    expect(feeds.map(({ ending }) => ending)).toEqual([null, null, null]);
    const replayed = feeds.flatMap((feed) => feed.messages().filter((text) => text !== 'live'));
    expect(replayed.length).toBeLessThanOrEqual(PAGE);
  });

  test('comes whole and in order, with what is sent meanwhile', async () => {
    const { open } = await hubWith(600_000_000);
    const feeds = [await open(bob), await open(bob)];
    for (const feed of feeds) await feed.subscribe([history], { [history]: 0 });
    await alice.call.messages.send({ channelId: history, content: 'last' });
    for (const feed of feeds) {
      await expect.poll(() => feed.messages().at(-1)).toBe('last');
      const positions = feed.positions(history);
      expect(positions).toEqual(positions.map((_, index) => index + 1));
      expect(feed.messages()).toHaveLength(MESSAGES + 1);
    }
  });
});
