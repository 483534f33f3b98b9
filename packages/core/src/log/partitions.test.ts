import { createDatabase, isTransient, type Transaction, tables } from '@palaver/db';
import { createTestRole } from '@palaver/db/testing';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { DAY_MS, firstFree, makePartitions, partitionWidth } from './make-partitions.js';
import { listPartitions } from './partitions.js';
import { readLog } from './read.js';
import { purgeEvents } from './retention.js';
import { rewriteFrames } from './rewrite.js';
import { channelStream } from './streams.js';

const { events } = tables;

test('free ranges fill what no partition has, without overlaps, and end at multiples of the width', () => {
  const partition = fc.record({ from: fc.nat(60), days: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(partition), fc.nat(60), fc.integer({ min: 1, max: 9 }), (given, start, width) => {
      const taken: Array<{ name: string; from: number; to: number }> = [];
      for (const { from, days } of given) {
        const to = from + days;
        if (taken.every((other) => other.to <= from || to <= other.from)) taken.push({ name: '', from, to });
      }
      for (let at = start; at < 70; ) {
        taken.sort((a, b) => a.from - b.from);
        const range = firstFree([...taken, { name: '', from: null, to: null }], at, width);
        expect(range.to).toBeGreaterThan(range.from);
        expect(range.to - range.from).toBeLessThanOrEqual(width);
        for (const { from, to } of taken) expect(to <= range.from || range.to <= from).toBe(true);
        for (let day = at; day < range.from; day++) {
          expect(taken.some(({ from, to }) => from <= day && day < to)).toBe(true);
        }
        taken.push({ name: '', ...range });
        at = range.to;
      }
    }),
  );
});

describe('the log', () => {
  let world: World;
  let alice: TestUser;
  let channelId: string;
  beforeEach(async () => {
    world = await createWorld();
    alice = await world.person('alice');
    const { id: serverId } = await createServerWith(alice);
    channelId = (await alice.call.channels.create({ serverId, name: 'talk' })).id;
  });
  afterEach(() => world.close());

  const send = () => alice.call.messages.send({ channelId, content: 'x' });
  const positions = async () => (await world.log(channelStream(channelId))).map(({ data }) => data.seq);
  const partitions = () => listPartitions(world.services.db);
  const inDefault = async () => {
    const [row] = await world.services.db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from events_default`,
    );
    return row?.rows;
  };
  const page = (after: number, limit: number) => ({ after, limit, known: after + limit });
  /** Advances to the first day that has a partition of its own. */
  async function advanceToDays(): Promise<void> {
    const [first] = await partitions();
    world.clock.advance((first?.to ?? 0) - world.clock.now().getTime());
    await makePartitions(world.services, 7);
  }

  test.each([1, 7, 24, 25, 365, 3650])(
    'has few partitions when events are kept for %d days',
    async (days) => {
      let rounds = 0;
      for (let passed = 0; passed < 2.5 * days; passed += partitionWidth(days) / DAY_MS) {
        world.clock.advance(partitionWidth(days));
        await makePartitions(world.services, days);
        await purgeEvents(world.services, days);
        if (++rounds % 8 === 0) await send();
      }
      const found = await partitions();
      expect(found.length).toBeLessThan(32);
      expect(found.at(-2)?.to).toBeGreaterThan(world.clock.now().getTime() + 2 * DAY_MS);
      expect(await inDefault()).toBe(0);
    },
  );

  test('takes posts on days without a partition, and a later retention deletes them', async () => {
    await advanceToDays();
    world.clock.advance(40 * DAY_MS);
    await send();
    expect(await inDefault()).toBe(1);

    await makePartitions(world.services, 7);
    world.clock.advance(DAY_MS);
    await send();
    expect(await inDefault()).toBe(1);
    const all = await positions();
    world.clock.advance(7 * DAY_MS);
    const purged = await purgeEvents(world.services);
    expect(purged).toMatchObject({ events: 1 });
    expect(await positions()).toEqual(all.slice(-1));
  });

  test('is read, rewritten and continued over the days, and forgets the oldest first', async () => {
    const before = await positions();
    await advanceToDays();
    for (let day = 0; day < 9; day++) {
      await send();
      world.clock.advance(DAY_MS);
      await makePartitions(world.services, 7);
    }
    const last = before.length + 9;
    const kept = (first: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
    expect(await positions()).toEqual(kept(1));

    expect(await purgeEvents(world.services)).toMatchObject({ partitions: 3, events: 0 });
    expect(await positions()).toEqual(kept(before.length + 3));
    expect(await purgeEvents(world.services)).toEqual({ partitions: 0, events: 0, idempotencyKeys: 0 });
  });

  test('is read by the index of each partition, and an event is rewritten in its own alone', async () => {
    await advanceToDays();
    for (let day = 0; day < 7; day++) {
      await world.services.db.execute(sql`
        insert into events (stream_id, seq, frame, created_at)
        select ${channelId}, ${1000 * day}::int + n, '{}', ${world.clock.now().toISOString()}::timestamptz
        from generate_series(1000, 1999) n`);
      world.clock.advance(DAY_MS);
      await makePartitions(world.services, 7);
    }
    const read = await usedBy((tx) => readLog(tx, channelId, page(2500, 200)));
    expect(read.result.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, n) => 2501 + n));
    expect(read.scanned).toBe(0);
    // A page of the log, and at most one row more of each partition.
    expect(read.fetched).toBeLessThanOrEqual(200 + read.partitions);

    const [row] = await world.services.db
      .select()
      .from(events)
      .where(and(eq(events.streamId, channelId), eq(events.seq, 2500)));
    const frames = row ? [{ ...row, frame: 'new' }] : [];
    const rewriting = await usedBy((tx) => rewriteFrames(tx, channelId, frames));
    expect(rewriting).toMatchObject({ scanned: 0, partitions: 1 });
    expect((await readLog(world.services.db, channelId, page(2499, 1)))[0]?.frame).toBe('new');
  });

  /**
   * How many rows of events a statement reads by scans and by indexes, and of how many partitions, in a session of its
   * own.
   */
  async function usedBy<T>(run: (tx: Transaction) => Promise<T>) {
    const { db, close } = createDatabase(world.connection, { max: 1 });
    const used = await db.transaction(async (tx) => {
      const result = await run(tx);
      const [row] = await tx.execute<{ scanned: number; fetched: number; partitions: number }>(sql`
        select sum(seq_tup_read)::int as scanned, sum(idx_tup_fetch)::int as fetched,
          count(*) filter (where idx_scan > 0 or seq_scan > 0)::int as partitions
        from pg_stat_xact_user_tables where relname like 'events%'`);
      return { result, scanned: row?.scanned, fetched: row?.fetched, partitions: row?.partitions ?? 0 };
    });
    await close();
    return used;
  }

  test('takes posts while partitions are made and dropped, also beside a reader that keeps its lock', async () => {
    await advanceToDays();
    await send();
    world.clock.advance(20 * DAY_MS);
    const { db } = world.services;
    let endReading = () => {};
    const reading = db.transaction(async (tx) => {
      await tx.execute(sql`select count(*) from events`);
      await new Promise<void>((resolve) => {
        endReading = resolve;
      });
    });
    let running = true;
    const refused = purgeEvents(world.services)
      .catch((error: unknown) => error)
      .finally(() => {
        running = false;
      });
    while (running) await send();
    expect(isTransient(await refused)).toBe(true);
    endReading();
    await reading;

    running = true;
    const rounds = (async () => {
      await makePartitions(world.services, 7);
      return purgeEvents(world.services);
    })().finally(() => {
      running = false;
    });
    while (running) await send();
    expect((await rounds).partitions).toBeGreaterThan(0);
  });

  test('of a role that does not own it is purged row by row', async () => {
    const role = await createTestRole(world.connection);
    await role.administer(`GRANT USAGE ON SCHEMA public TO ${role.name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role.name}`);
    const { db, close } = createDatabase({ url: role.url });
    const services = { db, clock: world.clock };
    const before = await positions();
    const [first] = await partitions();
    world.clock.advance((first?.to ?? 0) + 20 * DAY_MS - world.clock.now().getTime());
    await makePartitions(services, 7);
    expect(await purgeEvents(services)).toMatchObject({ partitions: 0 });
    expect(before.length).toBeGreaterThan(0);
    expect(await positions()).toEqual([]);
    await close();
    await role.drop();
  });
});
