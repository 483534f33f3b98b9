import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOf } from '../testing/community.js';
import { createWorld, type Someone, type World } from '../testing/world.js';
import { Hub } from './hub.js';
import { type Ear, listen } from './test-support.js';

let world: World;
let hub: Hub;
let alice: Someone;
let bob: Someone;
let serverId: string;

beforeAll(async () => {
  world = await createWorld();
  hub = new Hub(world.services, { presenceMs: 60 });
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
  serverId = (await serverOf(alice, bob)).id;
});
afterAll(async () => {
  hub.close();
  await world.close();
});

const presence = (ear: Ear) =>
  ear.heard.flatMap(({ type, data }) => (type === 'presence.updated' ? [data] : []));

test('coming and going is told to the server, once for any number of connections, and not to oneself', async () => {
  const alices = await listen(world, hub, alice);
  await alices.subscribe([serverId]);
  const bobs = [await listen(world, hub, bob), await listen(world, hub, bob)];
  for (const ear of bobs) await ear.subscribe([serverId]);
  await alices.until({ type: 'presence.updated', data: { userId: bob.id, online: true } });

  const [first, second] = bobs;
  first?.close();
  second?.close();
  const back = await listen(world, hub, bob);
  await back.subscribe([serverId]);
  await back.until({ type: 'presence.updated', data: { userId: alice.id, online: true } });
  back.close();
  await alices.until({ type: 'presence.updated', data: { userId: bob.id, online: false } });
  expect(presence(alices)).toEqual([
    { userId: bob.id, online: true },
    { userId: bob.id, online: false },
  ]);
  expect(presence(back)).toEqual([{ userId: alice.id, online: true }]);
  expect(await world.log({ id: serverId })).not.toContainEqual(
    expect.objectContaining({ type: 'presence.updated' }),
  );
  alices.close();
});
