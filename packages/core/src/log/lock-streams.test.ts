import { tables } from '@palaver/db';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
});
afterAll(() => world.close());

// Streams of all kinds share one table. An id of another kind in a path must not lock a stream out of its order, which
// would let any client make two writes wait for each other.
test('an id of another kind locks nothing: a refusal does not wait for whoever holds it', async () => {
  const [mine, other] = [await createServerWith(alice), await createServerWith(alice)];
  const { id: channelId } = await alice.call.channels.create({ serverId: mine.id, name: 'talk' });
  const held = [other.id, channelId, alice.id];
  await world.services.db.transaction(async (tx) => {
    const heads = tables.streamHeads;
    await tx.select().from(heads).where(inArray(heads.id, held)).for('no key update');
    for (const id of [other.id, alice.id]) {
      const update = alice.call.channels.update({ serverId: mine.id, channelId: id, topic: 'x' });
      await refusedWith('CHANNEL_NOT_FOUND', update);
    }
    for (const id of [channelId, alice.id])
      await refusedWith('SERVER_NOT_FOUND', alice.call.servers.update({ serverId: id, name: 'x' }));
  });
  expect(await alice.call.servers.update({ serverId: mine.id, name: 'x' })).toMatchObject({ name: 'x' });
});
