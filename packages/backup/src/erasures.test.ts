import { createReadStream } from 'node:fs';
import { createLocalBus, finishRestored, soleNode } from '@palaver/core';
import { createWorld, createWorldOn, type World } from '@palaver/core/testing';
import { connect } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpToFile, newTarget, removeAll, rowsOf } from './backup.fixture.js';
import { parseLedger, readLedger, restore } from './index.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
  await removeAll();
});

test('what was erased after a backup is erased again by a restore with the list, before anybody is served', async () => {
  const [alice, bob, carol] = [
    await world.person('alice'),
    await world.person('bob'),
    await world.person('carolina'),
  ];
  const { id: serverId } = await alice.call.servers.create({ name: 'Acme' });
  const { code } = await alice.call.servers.createInvite({ serverId });
  for (const who of [bob, carol]) await who.call.servers.acceptInvite({ code });
  const channel = async (name: string) => (await alice.call.channels.create({ serverId, name })).id;
  const [cleared, kept] = [await channel('cleared'), await channel('kept')];
  const post = (who: typeof alice, channelId: string, content: string) =>
    who.call.messages.send({ channelId, content });
  await post(alice, cleared, 'canary of the channel');
  await post(bob, kept, 'canary of bob');
  await post(alice, kept, 'stays');
  const dm = await carol.call.dms.create({ userIds: [alice.id] });
  await post(carol, dm.id, 'canary of carol');
  const { path, summary } = await backUpToFile(world);

  world.clock.advance(1000);
  await alice.call.erasures.eraseChannel({ serverId, channelId: cleared });
  await alice.call.erasures.eraseMember({ serverId, userId: bob.id });
  await world.operator.call.admin.eraseUser({ userId: carol.id });
  await world.services.background.idle();
  const ledger = parseLedger(JSON.stringify(await readLedger(world.connection, null)));
  expect(ledger.erasures.map(({ kind }) => kind)).toEqual(['channel', 'member', 'account', 'user']);
  expect(JSON.stringify(ledger)).not.toMatch(/canary|carolina/);
  expect((await readLedger(world.connection, new Date(Date.now() + 3_600_000))).erasures).toEqual([]);

  const target = await newTarget();
  const restored = await restore({ ...target, input: createReadStream(path), erasures: ledger });
  expect(restored).toEqual(summary);
  const sql = connect(target.connection, { max: 1 });
  expect(await sql`select count(*)::int as open from erasures where restored and ended_at is null`).toEqual([
    { open: 4 },
  ]);
  await sql.end();
  const testDatabase = { connection: target.connection, url: '', drop: async () => {} };
  const next = await createWorldOn(testDatabase, { bus: createLocalBus(), nodes: soleNode() });
  await finishRestored(next.services);
  await Promise.all(next.services.consumers.map((consumer) => consumer.idle()));
  await next.services.background.idle();
  const again = next.userWithToken(alice.id, alice.token);
  expect(await again.call.messages.list({ channelId: cleared })).toEqual([]);
  expect(await again.call.messages.list({ channelId: kept })).toMatchObject([{ content: 'stays' }]);
  expect(await again.call.messages.list({ channelId: dm.id })).toEqual([]);
  expect(await again.call.users.get({ userId: carol.id })).toMatchObject({ deleted: true });
  expect(JSON.stringify(await rowsOf(target.connection))).not.toContain('canary');
  await next.close();
});

test('a file that is no list of erasures is refused', () => {
  for (const text of ['', '{}', '[]', '{"format":2,"writtenAt":"2026-01-01T00:00:00Z","erasures":[]}'])
    expect(() => parseLedger(text)).toThrow('This is not a list of erasures');
});
