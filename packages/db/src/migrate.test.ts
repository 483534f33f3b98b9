import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from './connection.js';
import { migrate } from './migrate.js';
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

test('a database that cannot be reached fails the start', async () => {
  proxy.cut();
  await expect(migrate(proxy.connection)).rejects.toMatchObject({ code: expect.any(String) });
});
