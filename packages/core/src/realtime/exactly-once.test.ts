import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bus, createLocalBus, type Hint } from '../log/bus.js';
import { channelStream } from '../log/streams.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { Hub } from './hub.js';
import { openFeed, type TestFeed } from './test-support.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
const stops: Array<() => void> = [];

beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
  serverId = (await createServerWith(alice, bob)).id;
});
afterAll(async () => {
  for (const stop of stops) stop();
  await world.close();
});

type HintFate = 'passed' | 'lost' | 'twice' | 'late';

/** A hub whose bus loses, repeats and reorders the hints of the service's writes, as `nextFate` says. */
function hubWithFaults(nextFate: () => HintFate): Hub {
  const bus: Bus = { ...createLocalBus(), endSession: () => {} };
  let late: Hint | null = null;
  const stopListening = world.services.bus.onHint((hint) => {
    const fate = nextFate();
    if (fate === 'late') late = hint;
    if (fate === 'passed' || fate === 'twice') bus.publish(hint);
    if (fate === 'twice') bus.publish(hint);
    if (fate === 'passed' && late) bus.publish(late);
  });
  const hub = new Hub({ ...world.services, bus }, { tickMs: 20 });
  stops.push(stopListening, () => hub.close());
  return hub;
}

const channels = async (count: number, isPrivate = false) => {
  const made = await Promise.all(
    Array.from({ length: count }, () =>
      alice.call.channels.create({ serverId, name: `c-${Math.random().toString(36).slice(2)}`, isPrivate }),
    ),
  );
  return made.map(({ id }) => id);
};

const positionsOf = async (channelId: string) =>
  (await world.log(channelStream(channelId))).map(({ data }) => data.seq);

test('a client that reconnects again and again receives every event once and in order, whatever happens to the hints', async () => {
  const plan = fc.record({
    fates: fc.array(fc.constantFrom<HintFate>('passed', 'passed', 'lost', 'twice', 'late'), {
      minLength: 1,
      maxLength: 40,
    }),
    connections: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 12 }),
    writers: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ fates, connections, writers }) => {
      let next = 0;
      const hub = hubWithFaults(() => fates[next++ % fates.length] ?? 'passed');
      const ids = await channels(2);
      const cursors: Record<string, number> = Object.fromEntries(ids.map((id) => [id, 0]));
      const received: Record<string, number[]> = Object.fromEntries(ids.map((id) => [id, []]));

      /** Connects with its cursors until `atLeast` more events have come, then disconnects. */
      const connectOnce = async (atLeast: number) => {
        const feed = await openFeed(world, hub, bob);
        await feed.subscribe(ids, cursors);
        await expect
          .poll(() => ids.flatMap((id) => feed.positions(id)).length, { interval: 2 })
          .toBeGreaterThanOrEqual(atLeast);
        feed.close();
        await feed.untilEnded();
        for (const id of ids) {
          const positions = feed.positions(id);
          received[id]?.push(...positions);
          cursors[id] = positions.at(-1) ?? cursors[id] ?? 0;
        }
      };

      const PER_WRITER = 30;
      const writing = Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          for (let sent = 0; sent < PER_WRITER; sent++) {
            const channelId = ids[(writer + sent) % ids.length] ?? '';
            await (writer % 2 ? alice : bob).call.messages.send({ channelId, content: `${writer}.${sent}` });
          }
        }),
      );
      let left = writers * PER_WRITER;
      for (const atLeast of connections) {
        if (left <= atLeast) break;
        await connectOnce(atLeast);
        left = writers * PER_WRITER - Object.values(received).flat().length;
      }
      await writing;
      const written = Object.fromEntries(
        await Promise.all(ids.map(async (id) => [id, await positionsOf(id)])),
      );
      const missing = Object.values(written).flat().length - Object.values(received).flat().length;
      if (missing > 0) await connectOnce(missing);
      expect(received).toEqual(written);
      hub.close();
    }),
    { numRuns: 8 },
  );
});

/** Sends without a pause until the returned function is called. */
function writeAtFullRate(channelId: string) {
  let running = true;
  const done = (async () => {
    for (let sent = 0; running; sent++) {
      await Promise.all(
        [0, 1, 2].map((n) => alice.call.messages.send({ channelId, content: `${sent}.${n}` })),
      );
    }
  })();
  return async () => {
    running = false;
    await done;
  };
}

async function connectAndReceive(hub: Hub, channelId: string, since: number | undefined): Promise<TestFeed> {
  const feed = await openFeed(world, hub, bob);
  await feed.subscribe([channelId], since === undefined ? {} : { [channelId]: since });
  await expect.poll(() => feed.positions(channelId).length, { interval: 2 }).toBeGreaterThan(5);
  return feed;
}

test.each([
  ['live', undefined, 'passed'],
  ['replaying', 0, 'passed'],
  ['live, with no hint at all', undefined, 'lost'],
] as const)('removed at full rate while %s: nothing after the removal', async (_name, since, fate) => {
  const hub = hubWithFaults(() => fate);
  for (let round = 0; round < 4; round++) {
    const [channelId = ''] = await channels(1, true);
    const member = { serverId, channelId, userId: bob.id };
    await alice.call.channels.addMember(member);
    const stop = writeAtFullRate(channelId);
    const feed = await connectAndReceive(hub, channelId, since);
    await alice.call.channels.removeMember(member);
    await feed.until({ type: 'access.revoked', data: { serverId, channelId } });
    await stop();
    const removed = (await world.log(channelStream(channelId))).find(({ type }) => type === 'member.left');
    const positions = feed.positions(channelId);
    expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
    expect(positions.at(-1)).toBeLessThanOrEqual(removed?.data.seq ?? 0);
    expect(feed.received.at(-1)).toMatchObject({ type: 'access.revoked' });
    feed.close();
  }
});

test('removed from the server at full rate: nothing that was sent to its public channels afterwards', async () => {
  const hub = hubWithFaults(() => 'passed');
  for (let round = 0; round < 4; round++) {
    const { id } = await createServerWith(alice, bob);
    const { id: channelId } = await alice.call.channels.create({ serverId: id, name: 'open' });
    const stop = writeAtFullRate(channelId);
    const feed = await connectAndReceive(hub, channelId, undefined);
    await alice.call.servers.removeMember({ serverId: id, userId: bob.id });
    const deliveredBefore = feed.positions(channelId).length;
    await stop();
    await feed.until({ type: 'access.revoked', data: { serverId: id, channelId } });
    expect(feed.received.at(-1)).toMatchObject({ type: 'access.revoked' });
    // Only what was in the outbox when the removal was answered may still come.
    expect(feed.positions(channelId).length).toBeLessThanOrEqual(deliveredBefore + 3);
    feed.close();
  }
});

test('removed from the server while subscribing: nothing that was sent afterwards', async () => {
  const hub = hubWithFaults(() => 'passed');
  for (let round = 0; round < 25; round++) {
    const { id } = await createServerWith(alice, bob);
    const { id: channelId } = await alice.call.channels.create({ serverId: id, name: 'open' });
    const feed = await openFeed(world, hub, bob);
    const removing = alice.call.servers.removeMember({ serverId: id, userId: bob.id });
    await feed.subscribe([channelId], { [channelId]: 0 });
    await removing;
    const { content } = await alice.call.messages.send({ channelId, content: 'afterwards' });
    await feed.subscribe([bob.id]);
    await expect
      .poll(() => feed.received.filter(({ type }) => type === 'subscribed').length, { interval: 2 })
      .toBe(2);
    expect(feed.messages()).not.toContain(content);
    feed.close();
  }
});
