import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from './connection.js';
import { migrate } from './migrate.js';
import { listMigrations, migrationOf } from './migration-list.js';
import { createFaultProxy, createTestDatabase, type FaultProxy, type TestDatabase } from './testing/index.js';

let database: TestDatabase;
let proxy: FaultProxy;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await createFaultProxy(database.connection);
});
afterEach(async () => {
  await proxy.close();
  await database.drop();
});

async function query(statement: string) {
  const sql = connect(database.connection, { max: 1 });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

test('migrations whose COMMIT was not answered are applied once', async () => {
  const applied = () => query('select hash from drizzle.__drizzle_migrations order by id');
  const before = await applied();
  await query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  const lost = proxy.loseAnswer(/^COMMIT$/);
  await Promise.all([lost, migrate(proxy.connection)]);
  expect(proxy.resets).toBe(1);
  expect(await applied()).toEqual(before);
});

test('of nodes that start at the same instant on an empty database, each starts, and one migrates', async () => {
  const applied = () => query('select hash from drizzle.__drizzle_migrations order by id');
  const before = await applied();
  await query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await Promise.all([1, 2, 3].map(() => migrate(database.connection)));
  expect(await applied()).toEqual(before);
});

describe('a database from before the first migration', () => {
  /** Replaces the record of what was migrated. */
  async function record(times: readonly number[]): Promise<void> {
    await query('truncate drizzle.__drizzle_migrations');
    for (const when of times) {
      const values = `('a hash of then', ${when})`;
      await query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ${values}`);
    }
  }
  const recorded = () => query('select created_at::int8 as at from drizzle.__drizzle_migrations order by 1');

  test('is taken as it is where it has all that the first one replaced, and migrated on', async () => {
    const [first, ...later] = await listMigrations();
    await query('drop schema public cascade; create schema public');
    for (const statement of first?.statements ?? []) await query(statement);
    await record([1, 2, first?.when ?? 0]);
    await migrate(database.connection);
    const times = [1, 2, first?.when, ...later.map(({ when }) => when)];
    expect((await recorded()).map(({ at }) => Number(at))).toEqual(times);
  });

  test('is refused with what to do where it lacks some', async () => {
    await record([1, 2]);
    await expect(migrate(database.connection)).rejects.toThrow(
      /from which this version cannot migrate it\.\nStart /,
    );
    expect(await recorded()).toHaveLength(2);
  });

  test('and its backups name the last of then', async () => {
    const migrations = await listMigrations();
    const LAST = 'ab6e96d89784a1d7c730104cb69a6ed456e11350e72d187c9f00ac0ac079c586';
    expect(migrationOf(migrations, LAST)).toBe(migrations[0]);
    expect(migrationOf(migrations, 'another')).toBeUndefined();
    for (const migration of migrations) expect(migrationOf(migrations, migration.hash)).toBe(migration);
  });
});

test('a database that cannot be reached is tried again for the given time', async () => {
  proxy.cut();
  const sentences: string[] = [];
  const failed = migrate(proxy.connection, { waitMs: 3_000, onAway: (sentence) => sentences.push(sentence) });
  await expect(failed).rejects.toThrow(/does not answer: .*\. It was tried for 3 seconds\./);
  expect(sentences[0]).toMatch(
    /^Postgres at 127\.0\.0\.1 does not answer: .*\. Trying again for 3 seconds\.$/,
  );
  expect(proxy.resets).toBeGreaterThan(1);
});

test('the wait for a database that is away can be ended', async () => {
  proxy.cut();
  const stopping = new AbortController();
  const failed = migrate(proxy.connection, { onAway: () => stopping.abort(), signal: stopping.signal });
  await expect(failed).rejects.toMatchObject({ name: 'AbortError' });
});

test('a connection that is lost while the start asks Postgres does not fail the start', async () => {
  for (let messages = 0; messages < 1_000; messages += 4) {
    const before = proxy.resets;
    proxy.cutAfter(messages);
    await migrate(proxy.connection, { onAway: () => proxy.cutAfter(null) });
    proxy.cutAfter(null);
    if (proxy.resets === before) return;
  }
  expect.unreachable('the start has fewer messages');
});
