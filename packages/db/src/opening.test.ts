import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connect } from './connection.js';
import { createFaultProxy, createTestDatabase, type FaultProxy, type TestDatabase } from './testing/index.js';

let database: TestDatabase;
let proxy: FaultProxy;
let sql: Sql | undefined;
const unhandled: unknown[] = [];
const keep = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', keep);
  database = await createTestDatabase();
  proxy = await createFaultProxy(database.connection);
});
afterEach(async () => {
  proxy.cutAfter(null);
  proxy.restore();
  await sql?.end({ timeout: 1 });
});
afterAll(async () => {
  process.off('unhandledRejection', keep);
  await proxy.close();
  await database.drop();
});

test('a connection that is lost at any message of its opening fails its query, and nothing else', async () => {
  for (let messages = 0; ; messages++) {
    const before = proxy.resets;
    proxy.cutAfter(messages);
    const opened = connect(proxy.connection, { max: 1 });
    const outcome = await opened`select ${1}::int as one`.then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
    proxy.cutAfter(null);
    // Where the first query was answered, its connection is lost after that, perhaps under this query.
    const next = () => opened`select ${2}::int as two`;
    expect(await (outcome === 'answered' ? next().catch(next) : next())).toEqual([{ two: 2 }]);
    await opened.end();
    expect(unhandled).toEqual([]);
    if (proxy.resets === before) break;
    expect(outcome, `after ${messages} messages`).toMatch(/^(ECONNRESET|CONNECTION_CLOSED|answered)$/);
    expect(messages).toBeLessThan(100);
  }
});

test('a connection that is closed again and again before it is ready fails its query at once', async () => {
  proxy.cut();
  sql = connect(proxy.connection, { max: 1 });
  await expect(sql`select 1`).rejects.toThrow(/ECONNRESET|CONNECTION_CLOSED/);
});

test('after the database was away, the next query succeeds with the first connection that can be opened', async () => {
  sql = connect(proxy.connection, { max: 2 });
  await sql`select 1`;
  proxy.cut();
  for (let attempt = 0; attempt < 20; attempt++) {
    await expect(sql`select 1`).rejects.toMatchObject({ code: expect.any(String) });
  }
  proxy.restore();
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  const { backoff } = sql.options;
  // The driver's own pause, in seconds, would have grown to 20 by now.
  expect(typeof backoff === 'function' && backoff(20)).toBeLessThanOrEqual(0.15);
});

/** What is to be answered is answered sooner, also by a busy machine. */
const QUEUE_S = 2;
const ANSWER_S = 2;

/** Keeps the one connection busy until it is released. */
function holdConnection(pool: Sql): () => Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = pool.begin(() => released);
  return async () => {
    release();
    await held;
  };
}

test('a query waits for a connection only for so long, and is not sent after that', async () => {
  sql = connect(proxy.connection, { max: 1, queue_timeout: QUEUE_S });
  await sql`create table waited (who text)`;
  const release = holdConnection(sql);
  const late = sql`insert into waited values ('late')`;
  await expect(late).rejects.toMatchObject({ code: 'QUEUE_TIMEOUT' });
  await release();
  expect(await sql`select * from waited`).toEqual([]);
});

test('a transaction that gets no connection in time is never begun', async () => {
  sql = connect(proxy.connection, { max: 1, queue_timeout: QUEUE_S });
  let begun = false;
  const release = holdConnection(sql);
  const late = sql.begin(async () => {
    begun = true;
  });
  await expect(late).rejects.toMatchObject({ code: 'QUEUE_TIMEOUT' });
  await release();
  await sql`select 1`;
  expect(begun).toBe(false);
});

test('a connection on which nothing comes back is given up', async () => {
  sql = connect(proxy.connection, { max: 1, answer_timeout: ANSWER_S });
  await sql`select 1`;
  proxy.pause();
  await expect(sql`select 2`).rejects.toMatchObject({ code: 'ANSWER_TIMEOUT' });
  proxy.restore();
  expect(await sql`select 3 as three`).toEqual([{ three: 3 }]);
});

test('a connection that is idle for long, or whose transaction waits for its caller, is not given up', async () => {
  sql = connect(proxy.connection, { max: 1, answer_timeout: ANSWER_S });
  const another = connect(proxy.connection, { max: 1, answer_timeout: 1.5 * ANSWER_S });
  const pid = (await sql`select pg_backend_pid() as pid`)[0]?.pid;
  await sql.begin(async (tx) => {
    await expect(another`select pg_sleep(10)`).rejects.toMatchObject({ code: 'ANSWER_TIMEOUT' });
    expect((await tx`select pg_backend_pid() as pid`)[0]?.pid).toBe(pid);
  });
  await another.end({ timeout: 1 });
});

test('after an established connection is reset, the very next query succeeds', async () => {
  sql = connect(proxy.connection, { max: 1 });
  for (let round = 0; round < 5; round++) {
    const lost = proxy.loseAnswer(/^SELECT/);
    await expect(sql`select 1`).rejects.toMatchObject({ code: expect.any(String) });
    await lost;
    expect(await sql`select 2 as two`).toEqual([{ two: 2 }]);
  }
});
