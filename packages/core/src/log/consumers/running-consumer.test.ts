import { type Database, skipPositions, tables } from '@palaver/db';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServerWith } from '../../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../../testing/world.js';
import { NO_REQUEST } from '../transact.js';
import type { Consumer, StreamBatch } from './consumer.js';
import { RecentPosts } from './recent-posts.js';
import { RunningConsumer } from './running-consumer.js';

/** What becomes of a transaction of a consumer. */
type Fate = 'done' | 'refused' | 'answer lost' | 'killed';

let world: World;
let alice: TestUser;
let serverId: string;
let channelIds: string[];
let warnings: string[];
let recentPosts: RecentPosts;
const running: RunningConsumer[] = [];

beforeEach(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  serverId = (await createServerWith(alice)).id;
  channelIds = [];
  for (const name of ['one', 'two', 'three']) {
    channelIds.push((await alice.call.channels.create({ serverId, name })).id);
  }
  warnings = [];
  recentPosts = new RecentPosts(world.services.bus);
  // A position that is taken twice violates the key.
  await world.services.db.execute(
    sql`create table consumed (stream_id uuid, seq bigint, primary key (stream_id, seq))`,
  );
});
afterEach(async () => {
  await stopAll();
  recentPosts.close();
  await world.close();
});

/** A node's consumer that notes each event. `fateOf` decides about each of its transactions. */
function start(fateOf: () => Fate = () => 'done', consume: Partial<Consumer> = {}): RunningConsumer {
  const { services } = world;
  let fate: Fate = 'done';
  const transaction: Database['transaction'] = async (work, options) => {
    fate = fateOf();
    if (fate === 'refused') throw connectionLost();
    const result = await services.db.transaction(work, options);
    if (fate === 'answer lost') throw connectionLost();
    return result;
  };
  const db = new Proxy(services.db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  });
  const log = {
    error: () => {},
    info: () => {},
    warn: (_: object, text: string) => void warnings.push(text),
  };
  const ctx = { services: { ...services, db, log }, ...NO_REQUEST };
  const noted: Consumer = {
    name: 'test',
    kinds: ['channel'],
    everyMs: 0,
    consume: async (tx, _emit, batches) => {
      for (const { stream, events, posts } of batches) {
        for (const { seq } of [...events, ...posts])
          await tx.execute(sql`insert into consumed values (${stream.id}, ${seq})`);
        if (fate === 'killed') throw new Error('killed');
      }
      return batches.map(() => null);
    },
    ...consume,
  };
  const consumer = new RunningConsumer(ctx, noted, recentPosts);
  running.push(consumer);
  return consumer;
}

/** Sets the positions of the consumer, which has taken nothing. */
async function begin(): Promise<void> {
  await start().idle();
  await stopAll();
}

async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((consumer) => consumer.stop()));
}

const connectionLost = () => Object.assign(new Error('connection lost'), { code: 'CONNECTION_CLOSED' });

const post = (channelId: string, content = 'hello') => alice.call.messages.send({ channelId, content });

async function consumed(channelId: string): Promise<number[]> {
  const rows = await world.services.db.execute<{ seq: string }>(
    sql`select seq from consumed where stream_id = ${channelId} order by seq`,
  );
  return rows.map(({ seq }) => Number(seq));
}

async function positionsAfter(channelId: string, after: number): Promise<number[]> {
  const { events } = tables;
  const rows = await world.services.db
    .select({ seq: events.seq })
    .from(events)
    .where(eq(events.streamId, channelId))
    .orderBy(asc(events.seq));
  return rows.map(({ seq }) => seq).filter((seq) => seq > after);
}

async function heads(): Promise<Map<string, number>> {
  const { streamHeads: t } = tables;
  const rows = await world.services.db.select().from(t).where(inArray(t.id, channelIds));
  return new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]));
}

test('plain messages that were just posted are handed over unread, and all else is read from the log', async () => {
  await begin();
  const [one = '', two = '', three = ''] = channelIds;
  const before = await heads();
  const plain = [await post(one), await post(one)];
  const root = await post(two);
  await alice.call.messages.reply({ messageId: root.id, content: 'a reply' });
  await post(three, '@channel look');
  // Not before: a message that is taken before its reply comes is handed over alone.
  const taken: StreamBatch[] = [];
  const consumer = start(() => 'done', {
    postsMax: 100,
    consume: async (_tx, _emit, batches) => {
      taken.push(...batches);
      return batches.map(() => null);
    },
  });
  await consumer.idle();
  const of = (id: string) => taken.filter(({ stream }) => stream.id === id);
  expect(of(one)).toEqual([
    {
      stream: { id: one, kind: 'channel' },
      part: null,
      events: [],
      posts: plain.map(({ id, createdAt }, index) => ({
        seq: (before.get(one) ?? 0) + index + 1,
        messageId: id,
        authorId: alice.id,
        at: createdAt,
      })),
    },
  ]);
  for (const [id, count] of [
    [two, 2],
    [three, 1],
  ] as const) {
    expect(of(id)).toMatchObject([{ posts: [] }]);
    expect(of(id)[0]?.events).toHaveLength(count);
  }
});

test('whatever is killed, refused or unknown, and with two nodes at it, each event is taken exactly once', async () => {
  const before = await heads();
  let random = 7;
  const fates: Fate[] = ['done', 'done', 'refused', 'answer lost', 'killed'];
  const fateOf = (): Fate => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return fates[(random >>> 16) % fates.length] ?? 'done';
  };
  await begin();
  for (let round = 0; round < 8; round++) {
    const nodes = [start(fateOf), start(fateOf, { postsMax: 6 })];
    const posts = channelIds.flatMap((id) => [post(id), post(id), post(id)]);
    const idle = nodes.map((node) => node.idle());
    await Promise.all([...posts, ...idle]);
    if (round % 2 === 0) await Promise.all(nodes.map((node) => node.stop()));
  }
  await stopAll();
  await start().idle();
  for (const id of channelIds)
    expect(await consumed(id)).toEqual(await positionsAfter(id, before.get(id) ?? 0));
});

test('a consumer begins at the heads of now, and reads a stream that is made later from its beginning', async () => {
  await post(channelIds[0] ?? '');
  await start().idle();
  const later = await alice.call.channels.create({ serverId, name: 'later' });
  await post(later.id);
  const again = start();
  await again.idle();
  expect(await consumed(channelIds[0] ?? '')).toEqual([]);
  expect(await consumed(later.id)).toEqual(await positionsAfter(later.id, 0));
});

test('events are found without a hint, and a hint is enough to have them taken soon', async () => {
  const [first = '', second = ''] = channelIds;
  const consumer = start();
  await consumer.idle();
  await post(first);
  await expect.poll(() => consumed(first), { interval: 5 }).toHaveLength(1);
  await consumer.stop();
  await post(second);
  await start().idle();
  expect(await consumed(second)).toHaveLength(1);
});

test('an event that takes several transactions is done part by part, and others go on in between', async () => {
  const [first = '', second = ''] = channelIds;
  await begin();
  const calls: string[] = [];
  const nextPart = ({ stream, part, events }: StreamBatch): string | null => {
    calls.push(`${stream.id === first ? 'first' : 'second'} ${part} ${events.length}`);
    const done = Number(part ?? 0);
    return stream.id === first && done < 2 ? String(done + 1) : null;
  };
  await Promise.all([post(first), post(second)]);
  await start(() => 'done', { consume: async (_tx, _emit, batches) => batches.map(nextPart) }).idle();
  const ofFirst = calls.filter((call) => call.startsWith('first'));
  expect(ofFirst).toEqual(['first null 1', 'first 1 1', 'first 2 1']);
  expect(calls.filter((call) => call.startsWith('second'))).toHaveLength(1);
});

test('who waits for all to be taken is not kept by the pauses, also beside another who waits', async () => {
  const [first = ''] = channelIds;
  await begin();
  await post(first);
  let done = 0;
  const inTwoParts = async ({ part }: StreamBatch): Promise<string | null> => {
    if (part === null) return 'second';
    if (done === 0) await post(first);
    done++;
    return null;
  };
  const consumer = start(() => 'done', {
    share: 0.000_001,
    consume: (_tx, _emit, batches) => Promise.all(batches.map(inTwoParts)),
  });
  const seen = await Promise.all([1, 2].map(() => consumer.idle().then(() => done)));
  expect(seen).toEqual([2, 2]);
});

test('streams that come soon after a transaction are taken together, or at once where somebody hurries', async () => {
  const [first = '', second = '', third = ''] = channelIds;
  await begin();
  const taken: string[][] = [];
  const consumer = start(() => 'done', {
    everyMs: 3_600_000,
    consume: async (_tx, _emit, batches) => {
      taken.push(batches.map(({ stream }) => stream.id));
      return batches.map(() => null);
    },
  });
  await post(first);
  await expect.poll(() => taken, { interval: 5 }).toEqual([[first]]);
  await post(second);
  await post(third);
  expect(consumer.measure().waiting).toBe(2);
  consumer.hurry([third]);
  await expect.poll(() => taken.length, { interval: 5 }).toBe(2);
  expect(taken[1]).toEqual([second, third]);
});

test('what one transaction leaves of an event is not kept by the pauses', async () => {
  const [first = ''] = channelIds;
  await begin();
  const parts: Array<string | null> = [];
  start(() => 'done', {
    everyMs: 3_600_000,
    consume: async (_tx, _emit, batches) =>
      batches.map(({ part }) => {
        parts.push(part);
        return parts.length < 3 ? String(parts.length) : null;
      }),
  });
  await post(first);
  await expect.poll(() => parts, { interval: 5 }).toEqual([null, '1', '2']);
});

test('a stream whose events cannot be taken keeps no other waiting, and is taken once they can', async () => {
  const [bad = ''] = channelIds;
  await begin();
  const refuse = async (_tx: unknown, _emit: unknown, batches: readonly StreamBatch[]) => {
    if (batches.some(({ stream }) => stream.id === bad)) throw new Error('cannot');
    return batches.map(() => null);
  };
  for (const id of channelIds) await post(id);
  const failing = start(() => 'done', { consume: refuse });
  await failing.idle();
  await failing.stop();
  const { consumerPositions: t } = tables;
  const rows = await world.services.db.select().from(t).where(eq(t.consumer, 'test'));
  const now = await heads();
  const behind = rows.filter(({ streamId, seq }) => seq < (now.get(streamId) ?? 0));
  expect(behind.map(({ streamId }) => streamId)).toEqual([bad]);
  await start().idle();
  expect(await consumed(bad)).toHaveLength(1);
});

test('streams that a consumer does not hear are passed over, and taken from where it hears them on', async () => {
  const [first = '', second = ''] = channelIds;
  await begin();
  await post(first);
  await post(second);
  let heard = new Set([first]);
  const consumer = start(() => 'done', { hears: async () => heard });
  await consumer.idle();
  expect([(await consumed(first)).length, (await consumed(second)).length]).toEqual([1, 0]);
  heard = new Set([first, second]);
  await post(second);
  await consumer.idle();
  expect(await consumed(second)).toEqual([(await heads()).get(second)]);
  expect(consumer.measure()).toMatchObject({ waiting: 0, events: 2, lost: 0 });
});

test('what the log has no more is counted, and the next events are taken', async () => {
  const [first = ''] = channelIds;
  await begin();
  const kept = ((await heads()).get(first) ?? 0) + 2;
  for (let n = 0; n < 3; n++) await post(first);
  await world.services.db.transaction(async (tx) => {
    await tx.execute(sql`set local palaver.purge = 'partition'`);
    await tx.execute(sql`delete from events where stream_id = ${first} and seq <= ${kept}`);
  });
  const late = start();
  await late.idle();
  expect(await consumed(first)).toEqual([kept + 1]);
  expect(late.measure()).toMatchObject({ lost: 2, events: 1 });
  expect(warnings).toHaveLength(1);
});

test('the lag is what waits on this node', async () => {
  const consumer = start();
  await consumer.idle();
  expect(consumer.measure()).toMatchObject({ name: 'test', waiting: 0, lagSeconds: 0, lost: 0 });
});

// At the end: it moves the ends of all streams.
test.each([
  ['nothing is missing', 0],
  ['what is missing is counted', 1],
])('positions that a restore has skipped are not missed: %s', async (_name, missing) => {
  const [first = ''] = channelIds;
  await begin();
  const taken = (await heads()).get(first) ?? 0;
  await post(first);
  await post(first);
  await world.services.db.transaction(async (tx) => {
    await tx.execute(sql`set local palaver.purge = 'partition'`);
    await tx.execute(
      sql`delete from events where stream_id = ${first} and seq > ${taken} and seq <= ${taken + missing}`,
    );
  });
  await skipPositions(world.services.db.$client);
  await skipPositions(world.services.db.$client);
  const consumer = start();
  await consumer.idle();
  await post(first);
  await consumer.idle();
  expect(await consumed(first)).toHaveLength(3 - missing);
  expect(consumer.measure()).toMatchObject({ lost: missing, events: 3 - missing });
  expect(warnings).toHaveLength(missing);
});
