import { newId, tables } from '@palaver/db';
import { eq, ne, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { purgeDeleted } from '../maintenance/purge-deleted.js';
import { type Fixture, useFixture } from '../messages/channel.fixture.js';
import { refusedWith } from '../testing/expect.js';
import { withinTime } from './within-time.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});
const { messages, messageSearch, messageSearchBackfill } = tables;
const find = async (q: string) =>
  (await fixture.alice.call.search.inServer({ serverId: fixture.serverId, q })).map(
    ({ message }) => message.content,
  );

test('messages from before there was an index are indexed in the background, over several batches', async () => {
  const { alice, channelId, world } = fixture;
  const { db, background } = world.services;
  await alice.call.messages.send({ channelId, content: 'a new one' });
  expect(await find('new')).toEqual(['a new one']);
  const at = world.clock.now();
  const rows = Array.from({ length: 450 }, (_, n) => ({
    id: newId(),
    channelId,
    seq: 1_000 + n,
    userId: alice.id,
    content: `old ${n}`,
    createdAt: at,
    updatedAt: at,
  }));
  await db.insert(messages).values(rows);
  await db.insert(messageSearchBackfill).values({ below: 'ffffffff-ffff-ffff-ffff-ffffffffffff' });
  await background.idle();
  expect(await find('old')).toHaveLength(50);
  expect(await find('old "old 449"')).toEqual(['old 449']);
  expect(await find('"a new"')).toEqual(['a new one']);
  expect(await db.$count(messageSearchBackfill)).toBe(0);
});

test('what an older release has indexed is indexed anew in the background', async () => {
  const { alice, channelId, world } = fixture;
  const { db, background } = world.services;
  for (let n = 0; n < 3; n++) await alice.call.messages.send({ channelId, content: `“don’t” ${n}` });
  const { id } = await alice.call.messages.send({ channelId, content: '**dep**loy' });
  expect(await find("don't")).toHaveLength(3);
  await db.update(messageSearch).set({ content: 'older', grams: [], form: 1 });
  await alice.call.messages.delete({ messageId: id });
  expect(await find("don't")).toEqual([]);
  await background.idle();
  expect(await find('"don\'t"')).toHaveLength(3);
  expect(await db.$count(messageSearch, ne(messageSearch.form, tables.INDEXED_FORM))).toBe(0);
  expect(await db.$count(messageSearch, eq(messageSearch.messageId, id))).toBe(0);
});

test('the index has nothing of a message that was deleted, nor of one whose channel was purged', async () => {
  const { alice, bob, channelId, serverId, world } = fixture;
  const { db } = world.services;
  const { id } = await bob.call.messages.send({ channelId, content: 'to be deleted' });
  await bob.call.messages.send({ channelId, content: 'to be purged' });
  expect(await find('deleted')).toHaveLength(1);
  await bob.call.messages.delete({ messageId: id });
  expect(await find('deleted')).toEqual([]);
  expect(await db.$count(messageSearch, eq(messageSearch.messageId, id))).toBe(0);
  await alice.call.channels.delete({ serverId, channelId });
  await purgeDeleted(db);
  expect(await db.$count(messageSearch, eq(messageSearch.channelId, channelId))).toBe(0);
});

test('a search waits for the index no longer than it may, and says so', async () => {
  const { bob, channelId, world } = fixture;
  const { db } = world.services;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hold = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  // The lock of the consumer, as another node has it that is frozen.
  const frozen = db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('consumer/search', 0))`);
    hold();
    await released;
  });
  await held;
  await bob.call.messages.send({ channelId, content: 'not yet' });
  await expect(find('yet')).rejects.toMatchObject({ errorCode: 'SEARCH_BEHIND' });
  release();
  await frozen;
  expect(await find('yet')).toEqual(['not yet']);
});

test('a search that takes too long is ended, and says what to do', async () => {
  const { db } = fixture.world.services;
  await refusedWith(
    'SEARCH_TOO_BROAD',
    withinTime(db, (tx) => tx.execute(sql`select pg_sleep(30)`)),
  );
});
