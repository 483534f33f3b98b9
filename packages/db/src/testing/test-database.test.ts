import { expect, test } from 'vitest';
import { connect } from '../connection.js';
import { createTestDatabase } from './index.js';

test('every test database is a separate, migrated copy', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [first, second] = [connect(one.connection), connect({ url: two.url })];

  await first`CREATE TABLE only_here (id int)`;

  expect(await first`SELECT to_regclass('only_here') IS NOT NULL AS found`).toEqual([{ found: true }]);
  expect(await second`SELECT to_regclass('only_here') IS NOT NULL AS found`).toEqual([{ found: false }]);
  expect(await second`SELECT count(*)::int > 0 AS found FROM drizzle.__drizzle_migrations`).toEqual([
    { found: true },
  ]);
  await Promise.all([first.end(), second.end()]);
  await Promise.all([one.drop(), two.drop()]);
});

test('drop ends open connections, and a second drop does nothing', async () => {
  const database = await createTestDatabase();
  const sql = connect(database.connection, { max: 1 });
  await sql`SELECT 1`;

  await database.drop();
  await database.drop();

  await expect(sql`SELECT 1`).rejects.toThrow();
  await sql.end();
});
