import { arrayLiteral, connect, plainArrayLiteral } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAKE } from './postgres-statements.js';

const ADDRESSES = 3_000;
const AT_ONCE = 10;

let database: TestDatabase;
let sql: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.connection, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

test('reads the buckets that it takes from alone, by the plan that was made of an empty table', async () => {
  const rowsRead = await sql.begin(async (tx) => {
    const take = (first: number) => {
      const keys = Array.from({ length: AT_ONCE }, (_, n) => `2001:db8::${first + n}`);
      const [costs, requests] = [keys.map(() => 1_000), keys.map(() => 1)];
      return tx.unsafe(
        TAKE,
        ['global', '60000000', arrayLiteral(keys), plainArrayLiteral(costs), plainArrayLiteral(requests)],
        { prepare: true },
      );
    };
    const read = async () => {
      const [row] = await tx<{ rows: string }[]>`
        select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'rate_buckets'`;
      return Number(row?.rows);
    };
    for (let first = 0; first < ADDRESSES; first += AT_ONCE) await take(first);
    const before = await read();
    await take(100);
    return (await read()) - before;
  });
  expect(rowsRead).toBeLessThanOrEqual(2 * AT_ONCE);
});
