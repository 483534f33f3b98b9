import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorlds, type Worlds } from '../testing/worlds.js';

let nodes: Worlds;
beforeAll(async () => {
  nodes = await createWorlds(2);
});
afterAll(() => nodes.close());

test('two nodes do the background work once between them, and neither waits for a row of the other', async () => {
  const [a, b] = nodes.worlds;
  if (!a || !b) throw new Error('two nodes');
  const alice = await a.person('alice');
  const serverIds: string[] = [];
  for (let n = 0; n < 12; n++) serverIds.push((await alice.call.servers.create({ name: `Server ${n}` })).id);
  const told = async () => {
    const logs = await Promise.all(serverIds.map((id) => a.log({ id })));
    return logs.map((events) => events.filter(({ type }) => type === 'user.updated').length);
  };
  // The streams of one account are told in the order of their ids.
  const held = serverIds.toSorted().at(-1);
  await a.services.db.transaction(async (tx) => {
    // As a third node does that works on it.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`profile/${alice.id}/${held}`}, 0))`,
    );
    await alice.call.users.updateMe({ status: 'Away' });
    await expect
      .poll(async () => {
        await Promise.all([a.services.background.idle(), b.services.background.idle()]);
        return told();
      })
      .toEqual(serverIds.map((id) => (id === held ? 0 : 1)));
  });
  await Promise.all([a.services.background.idle(), b.services.background.idle()]);
  expect(await told()).toEqual(serverIds.map(() => 1));
});
