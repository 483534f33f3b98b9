import { tables } from '@palaver/db';
import { count } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOf } from '../testing/community.js';
import { createWorld, type World } from '../testing/world.js';
import { purgeDeleted } from './purge-deleted.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const rows = async (table: typeof tables.messages | typeof tables.channels | typeof tables.servers) => {
  const [row] = await world.services.db.select({ rows: count() }).from(table);
  return row?.rows;
};

test('what was deleted goes with all that is below it, and nothing else does', async () => {
  const [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
  const kept = await serverOf(alice, bob);
  const doomed = await serverOf(alice, bob);
  for (const { id: serverId } of [kept, doomed]) {
    const { id: channelId } = await bob.call.channels.create({ serverId, name: 'plans' });
    const root = await bob.call.messages.send({ channelId, content: 'root' });
    await bob.call.messages.reply({ messageId: root.id, content: 'reply' });
    await bob.call.messages.react({ messageId: root.id, emoji: '👍' });
  }
  const { id: channelId } = await bob.call.channels.create({ serverId: kept.id, name: 'old' });
  await bob.call.messages.send({ channelId, content: 'old' });
  await alice.call.servers.delete({ serverId: doomed.id });
  await alice.call.channels.delete({ serverId: kept.id, channelId });

  await purgeDeleted(world.services.db);

  expect(await rows(tables.servers)).toBe(1);
  expect(await rows(tables.channels)).toBe(2);
  expect(await rows(tables.messages)).toBe(2);
  expect((await bob.call.channels.list({ serverId: kept.id })).map((one) => one.name)).toEqual([
    'plans',
    'general',
  ]);
});
