import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseHandle } from './client.js';
import { prepared } from './prepared.js';
import { users } from './schema/index.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

let database: TestDatabase;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = createDatabase(database.connection, { max: 2 });
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});

test('a query is built once, and each transaction sends it on its own connection', async () => {
  let builds = 0;
  const transactionOf = prepared((q) => {
    builds++;
    return q
      .select({
        xid: sql<string>`pg_current_xact_id()::text`,
        asked: sql<number>`${sql.placeholder('n')}::int`,
      })
      .from(sql`(values (1)) one`)
      .prepare('prepared_test_transaction');
  });
  const { db } = handle;
  const seen = new Set<string>();

  for (let n = 0; n < 3; n++) {
    await db.transaction(async (tx) => {
      const [first] = await transactionOf(tx).execute({ n });
      const [second] = await transactionOf(tx).execute({ n: n + 10 });
      expect([first?.asked, second?.asked]).toEqual([n, n + 10]);
      expect(second?.xid).toBe(first?.xid);
      seen.add(first?.xid ?? '');
    });
  }
  const [outside] = await transactionOf(db).execute({ n: 1 });
  expect(seen.has(outside?.xid ?? '')).toBe(false);
  expect({ builds, transactions: seen.size }).toEqual({ builds: 1, transactions: 3 });
});

test('what a transaction has written is seen by its own query alone, with the columns of left joins', async () => {
  const named = prepared((q) =>
    q
      .select({ user: { id: users.id, createdAt: users.createdAt }, bot: { id: sql`null::uuid` } })
      .from(users)
      .leftJoin(sql`(select null::uuid as id where false) none`, sql`none.id = ${users.id}`)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare('prepared_test_named'),
  );
  const { db } = handle;
  const id = '01a22200-0000-7000-8000-000000000001';
  const at = new Date('2026-11-28T12:00:00.000Z');
  expect(await named(db).execute({ id })).toEqual([]);

  await db.transaction(async (tx) => {
    await tx
      .insert(users)
      .values({ id, username: 'late', displayName: 'Late', passwordHash: 'none', createdAt: at });
    expect((await named(tx).execute({ id })).map(({ user }) => user)).toEqual([{ id, createdAt: at }]);
    expect(await named(db).execute({ id })).toEqual([]);
  });
});
