import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bus, createLocalBus, type Hint } from '../log/bus.js';
import { channelStream } from '../log/streams.js';
import { serverOf } from '../testing/community.js';
import { createWorld, type Someone, type World } from '../testing/world.js';
import { Hub } from './hub.js';
import { type Ear, listen } from './test-support.js';

let world: World;
let alice: Someone;
let bob: Someone;
let serverId: string;
const stops: Array<() => void> = [];

beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
  serverId = (await serverOf(alice, bob)).id;
});
afterAll(async () => {
  for (const stop of stops) stop();
  await world.close();
});

type Fate = 'passed' | 'lost' | 'twice' | 'late';

/** A hub that hears of the world's writes over a bus which loses, repeats and reorders hints as it is told. */
function hubBehind(fates: () => Fate): Hub {
  const bus: Bus = { ...createLocalBus(), endSession: () => {} };
  let held: Hint | null = null;
  const leave = world.services.bus.onHint((hint) => {
    const fate = fates();
    if (fate === 'late') held = hint;
    if (fate === 'passed' || fate === 'twice') bus.publish(hint);
    if (fate === 'twice') bus.publish(hint);
    if (fate === 'passed' && held) bus.publish(held);
  });
  const hub = new Hub({ ...world.services, bus }, { tickMs: 20 });
  stops.push(leave, () => hub.close());
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

const placesOf = async (channelId: string) =>
  (await world.log(channelStream(channelId))).map(({ data }) => data.seq);

test('whoever comes and goes hears every event once and in order, whatever becomes of the hints', async () => {
  const plan = fc.record({
    fates: fc.array(fc.constantFrom<Fate>('passed', 'passed', 'lost', 'twice', 'late'), {
      minLength: 1,
      maxLength: 40,
    }),
    visits: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 12 }),
    writers: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ fates, visits, writers }) => {
      let next = 0;
      const hub = hubBehind(() => fates[next++ % fates.length] ?? 'passed');
      const ids = await channels(2);
      const cursors: Record<string, number> = Object.fromEntries(ids.map((id) => [id, 0]));
      const heard: Record<string, number[]> = Object.fromEntries(ids.map((id) => [id, []]));

      /** Listens until `atLeast` more events have come, then hangs up; what it has heard moves its cursors. */
      const visit = async (atLeast: number) => {
        const ear = await listen(world, hub, bob);
        await ear.subscribe(ids, cursors);
        await expect
          .poll(() => ids.flatMap((id) => ear.places(id)).length, { interval: 2 })
          .toBeGreaterThanOrEqual(atLeast);
        ear.close();
        await ear.untilEnded();
        for (const id of ids) {
          const places = ear.places(id);
          heard[id]?.push(...places);
          cursors[id] = places.at(-1) ?? cursors[id] ?? 0;
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
      for (const visitLength of visits) {
        if (left <= visitLength) break;
        await visit(visitLength);
        left = writers * PER_WRITER - Object.values(heard).flat().length;
      }
      await writing;
      const written = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await placesOf(id)])));
      const missing = Object.values(written).flat().length - Object.values(heard).flat().length;
      if (missing > 0) await visit(missing);
      expect(heard).toEqual(written);
      hub.close();
    }),
    { numRuns: 8 },
  );
}, 120_000);

/** Sends without a pause until told to stop. */
function writeAtFullRate(channelId: string) {
  let going = true;
  const done = (async () => {
    for (let sent = 0; going; sent++) {
      await Promise.all(
        [0, 1, 2].map((n) => alice.call.messages.send({ channelId, content: `${sent}.${n}` })),
      );
    }
  })();
  return async () => {
    going = false;
    await done;
  };
}

async function hearing(hub: Hub, channelId: string, since: number | undefined): Promise<Ear> {
  const ear = await listen(world, hub, bob);
  await ear.subscribe([channelId], since === undefined ? {} : { [channelId]: since });
  await expect.poll(() => ear.places(channelId).length, { interval: 2 }).toBeGreaterThan(5);
  return ear;
}

test.each([
  ['live', undefined, 'passed'],
  ['replaying', 0, 'passed'],
  ['live, with no hint at all', undefined, 'lost'],
] as const)(
  'removed at full rate while %s: nothing after the removal',
  async (_name, since, fate) => {
    const hub = hubBehind(() => fate);
    for (let round = 0; round < 4; round++) {
      const [channelId = ''] = await channels(1, true);
      const member = { serverId, channelId, userId: bob.id };
      await alice.call.channels.addMember(member);
      const stop = writeAtFullRate(channelId);
      const ear = await hearing(hub, channelId, since);
      await alice.call.channels.removeMember(member);
      await ear.until({ type: 'access.revoked', data: { serverId, channelId } });
      await stop();
      const removed = (await world.log(channelStream(channelId))).find(({ type }) => type === 'member.left');
      const places = ear.places(channelId);
      expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
      expect(places.at(-1)).toBeLessThanOrEqual(removed?.data.seq ?? 0);
      expect(ear.heard.at(-1)).toMatchObject({ type: 'access.revoked' });
      ear.close();
    }
  },
  60_000,
);

test('removed from the server at full rate: nothing of its public channels that was sent afterwards', async () => {
  const hub = hubBehind(() => 'passed');
  for (let round = 0; round < 4; round++) {
    const { id } = await serverOf(alice, bob);
    const { id: channelId } = await alice.call.channels.create({ serverId: id, name: 'open' });
    const stop = writeAtFullRate(channelId);
    const ear = await hearing(hub, channelId, undefined);
    await alice.call.servers.removeMember({ serverId: id, userId: bob.id });
    const heard = ear.places(channelId).length;
    await stop();
    await ear.until({ type: 'access.revoked', data: { serverId: id, channelId } });
    expect(ear.heard.at(-1)).toMatchObject({ type: 'access.revoked' });
    // What was in the queue at the instant of the answer is all that may still have come.
    expect(ear.places(channelId).length).toBeLessThanOrEqual(heard + 3);
    ear.close();
  }
}, 60_000);

test('removed from the server while subscribing: never in between', async () => {
  const hub = hubBehind(() => 'passed');
  for (let round = 0; round < 25; round++) {
    const { id } = await serverOf(alice, bob);
    const { id: channelId } = await alice.call.channels.create({ serverId: id, name: 'open' });
    const ear = await listen(world, hub, bob);
    const removing = alice.call.servers.removeMember({ serverId: id, userId: bob.id });
    await ear.subscribe([channelId], { [channelId]: 0 });
    await removing;
    const { content } = await alice.call.messages.send({ channelId, content: 'afterwards' });
    await ear.subscribe([bob.id]);
    await expect
      .poll(() => ear.heard.filter(({ type }) => type === 'subscribed').length, { interval: 2 })
      .toBe(2);
    expect(ear.messages()).not.toContain(content);
    ear.close();
  }
}, 60_000);
