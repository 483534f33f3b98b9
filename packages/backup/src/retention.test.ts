import { createReadStream } from 'node:fs';
import { createLocalBus, createRounds, soleNode } from '@palaver/core';
import { createWorld, createWorldOn, type World } from '@palaver/core/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpToFile, newTarget, removeAll, rowsOf } from './backup.fixture.js';
import { restore } from './index.js';

const DAY_MS = 24 * 3600 * 1000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
  await removeAll();
});

async function cleanUp({ services }: World): Promise<void> {
  await createRounds(services)();
  await services.background.idle();
  await Promise.all(services.consumers.map((consumer) => consumer.idle()));
}

test('what has expired since a backup expires again after its restore, and what is held stays held', async () => {
  const alice = await world.person('alice');
  const { id: serverId } = await alice.call.servers.create({ name: 'Acme' });
  const channel = async (name: string) => (await alice.call.channels.create({ serverId, name })).id;
  const [short, held, forEver] = [await channel('short'), await channel('held'), await channel('for-ever')];
  await alice.call.servers.update({ serverId, retentionDays: 5 });
  await alice.call.channels.update({ serverId, channelId: forEver, retentionDays: 0 });
  const post = async (channelId: string, content: string) =>
    (await alice.call.messages.send({ channelId, content })).id;
  const root = await post(short, 'canary of a root');
  await alice.call.messages.reply({ messageId: root, content: 'canary of a reply' });
  const edited = await post(short, 'canary before an edit');
  await alice.call.messages.edit({ messageId: edited, content: 'canary after an edit' });
  const evidence = await post(held, 'evidence');
  const taken = await post(held, 'taken away before');
  await post(forEver, 'stays');
  const hold = await world.operator.call.admin.createHold({ channelId: held, reason: 'a lawsuit' });
  await alice.call.messages.delete({ messageId: taken });
  await cleanUp(world);
  const { path } = await backUpToFile(world);

  world.clock.advance(7 * DAY_MS);
  await cleanUp(world);
  expect(JSON.stringify(await rowsOf(world.connection))).not.toContain('canary');

  const target = await newTarget();
  await restore({ ...target, input: createReadStream(path) });
  expect(JSON.stringify(await rowsOf(target.connection))).toContain('canary');
  const testDatabase = { connection: target.connection, url: '', drop: async () => {} };
  const next = await createWorldOn(testDatabase, { bus: createLocalBus(), nodes: soleNode() });
  try {
    next.clock.advance(7 * DAY_MS);
    await cleanUp(next);
    expect(JSON.stringify(await rowsOf(target.connection))).not.toContain('canary');
    const again = next.userWithToken(alice.id, alice.token);
    const contents = async (channelId: string) =>
      (await again.call.messages.list({ channelId })).map(({ content }) => content);
    expect([await contents(short), await contents(held), await contents(forEver)]).toEqual([
      [],
      ['evidence'],
      ['stays'],
    ]);
    const acts = await again.call.servers.auditLog({ serverId });
    expect(acts.filter(({ act }) => act === 'channel.messagesExpired')).toMatchObject([
      { targetId: short, details: { count: 3 } },
    ]);

    expect(await next.operator.call.admin.holds({})).toMatchObject([{ id: hold.id, channelId: held }]);
    await again.call.messages.delete({ messageId: evidence });
    await cleanUp(next);
    const kept = await next.operator.call.admin.heldMessages({ holdId: hold.id });
    expect(kept.map(({ messageId, content }) => [messageId, content])).toEqual([
      [evidence, 'evidence'],
      [taken, 'taken away before'],
    ]);
    await next.operator.call.admin.endHold({ holdId: hold.id });
    await cleanUp(next);
    expect(JSON.stringify((await rowsOf(target.connection)).held_messages)).toBe('[]');
  } finally {
    await next.close();
  }
});
