import { arrayLiteral, connect, newId } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../postgres/database.js';
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

test('drops keys and indexes, and creates the same ones again', async () => {
  const before = await keysAndIndexes();
  const indexesWhileFilling = await sql.begin(async (tx) => {
    let found: readonly object[] = [];
    await withoutIndexes(tx, TABLES, async () => {
      found =
        await tx`select indexname from pg_indexes where tablename = any (${arrayLiteral(TABLES)}::text[])`;
    });
    return found;
  });
  expect(indexesWhileFilling).toEqual([]);
  expect(await keysAndIndexes()).toEqual(before);
});

test('rejects a row that violates a key, and rolls back', async () => {
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
