import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Delivery } from '../../log/delivery.js';
import { createServerWith } from '../../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../../testing/world.js';
import { Hub } from '../hub.js';
import { actorOf } from '../test-support.js';

let world: World;
let hub: Hub;
let alice: TestUser;
let bob: TestUser;
beforeAll(async () => {
  world = await createWorld();
  hub = new Hub(world.services, { tickMs: 50 });
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
});
afterAll(async () => {
  hub.close();
  await world.close();
});

test('whoever is put out of a channel while they read its log receives no event after one they have not received', async () => {
  const { id: serverId } = await createServerWith(alice, bob);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'plans', isPrivate: true });
  const membership = { serverId, channelId, userId: bob.id };
  await alice.call.channels.addMember(membership);
  // More than one batch.
  for (let n = 0; n < 40; n++) {
    await alice.call.messages.send({ channelId, content: `${n} ${'x'.repeat(3_900)}` });
  }
  const feed = hub.connect(await actorOf(world, bob));
  const batches = feed.deliveries();
  await feed.subscribe({ channelIds: [channelId], since: new Map([[channelId, 0]]) });
  const positions: number[] = [];
  const take = async (): Promise<boolean> => {
    const { value } = await batches.next();
    const taken: readonly Delivery[] = value ?? [];
    positions.push(
      ...taken.flatMap(({ position }) => (position?.streamId === channelId ? position.seq : [])),
    );
    return taken.some(({ frame }) => frame.type === 'access.revoked');
  };
  while (positions.length === 0) await take();
  await alice.call.channels.removeMember(membership);
  while (!(await take()));
  expect(positions).toEqual(positions.map((_, index) => index + 1));
  feed.end('closed');
});
