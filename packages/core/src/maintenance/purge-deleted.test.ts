import { newId, tables } from '@palaver/db';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countWaiting } from '../testing/count-waiting.js';
import { createServerWith } from '../testing/create-server.js';
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

// The first one counts the rows of all tables.
describe('a purge', { shuffle: false }, () => {
  test('a purge removes deleted servers and channels with their contents, and nothing else', async () => {
    const [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
    const kept = await createServerWith(alice, bob);
    const deleted = await createServerWith(alice, bob);
    for (const { id: serverId } of [kept, deleted]) {
      const { id: channelId } = await bob.call.channels.create({ serverId, name: 'plans' });
      const root = await bob.call.messages.send({ channelId, content: 'root' });
      await bob.call.messages.reply({ messageId: root.id, content: 'reply' });
      await bob.call.messages.react({ messageId: root.id, emoji: '👍' });
      const deletedRoot = await bob.call.messages.send({ channelId, content: 'a root that is deleted' });
      await alice.call.messages.reply({ messageId: deletedRoot.id, content: 'a reply that stays' });
      const deletedReply = await alice.call.messages.reply({
        messageId: deletedRoot.id,
        content: 'a reply that is deleted',
      });
      await alice.call.messages.delete({ messageId: deletedReply.id });
      await bob.call.messages.delete({ messageId: deletedRoot.id });
    }
    const { id: channelId } = await bob.call.channels.create({ serverId: kept.id, name: 'old' });
    await bob.call.messages.send({ channelId, content: 'old' });
    await alice.call.servers.delete({ serverId: deleted.id });
    await alice.call.channels.delete({ serverId: kept.id, channelId });

    await purgeDeleted(world.services.db);

    expect(await rows(tables.servers)).toBe(1);
    expect(await rows(tables.channels)).toBe(2);
    expect(await rows(tables.messages)).toBe(5);
    expect((await bob.call.channels.list({ serverId: kept.id })).map((one) => one.name)).toEqual([
      'plans',
      'general',
    ]);
  });

  test('a post that is under way while its channel is purged leaves nothing behind', async () => {
    const { channels, messages, streamHeads } = tables;
    const { db } = world.services;
    const carol = await world.person('carol');
    const { id: serverId } = await createServerWith(carol);
    const { id: channelId } = await carol.call.channels.create({ serverId, name: 'short-lived' });
    const left = async () => {
      const [row] = await db
        .select({ rows: count() })
        .from(messages)
        .where(eq(messages.channelId, channelId));
      return row?.rows;
    };

    let purging: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      // As a post does: the stream is locked, then the standing is read, then the message is written.
      await tx.select().from(streamHeads).where(eq(streamHeads.id, channelId)).for('no key update');
      await db.update(channels).set({ deletedAt: new Date() }).where(eq(channels.id, channelId));
      purging = purgeDeleted(db);
      await expect.poll(() => countWaiting(db)).toBe(1);
      const [at, userId] = [new Date(), carol.id];
      const row = {
        id: newId(),
        channelId,
        seq: 1000,
        userId,
        content: 'late',
        createdAt: at,
        updatedAt: at,
      };
      await tx.insert(messages).values(row);
    });
    await purging;

    expect(await left()).toBe(0);
    expect(await db.select().from(channels).where(eq(channels.id, channelId))).toEqual([]);
  });
});
