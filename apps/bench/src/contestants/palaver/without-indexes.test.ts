import { connect, newId } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../harness/database.js';
import { withoutIndexes } from './without-indexes.js';

const TABLES = ['messages', 'reactions', 'attachments'];

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.connection, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const keysAndIndexes = async () => [
  ...(await sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint order by conname`),
  ...(await sql`select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' order by name`),
];

test('keys and indexes are as they were, and were gone meanwhile', async () => {
  const before = await keysAndIndexes();
  const meanwhile = await sql.begin(async (tx) => {
    let found: readonly object[] = [];
    await withoutIndexes(tx, TABLES, async () => {
      found = await tx`select indexname from pg_indexes where tablename = any (${TABLES})`;
    });
    return found;
  });
  expect(meanwhile).toEqual([]);
  expect(await keysAndIndexes()).toEqual(before);
});

test('a row that a key forbids is refused all the same, and nothing is left of it', async () => {
  const before = await keysAndIndexes();
  const filling = sql.begin((tx) =>
    withoutIndexes(tx, TABLES, async () => {
      await tx`insert into reactions values (${newId()}, '👍', ${newId()}, now())`;
    }),
  );
  await expect(filling).rejects.toMatchObject({ code: '23503' });
  expect(await keysAndIndexes()).toEqual(before);
  expect(await sql`select * from reactions`).toEqual([]);
});
