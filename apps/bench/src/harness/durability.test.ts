import { connect } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { expect, test } from 'vitest';
import { requireDurability } from './durability.js';

test('a Postgres that might lose a commit, as that of the tests, is refused', async () => {
  const database = await createTestDatabase();
  const sql = connect(database.connection, { max: 1 });

  await expect(requireDurability(sql)).rejects.toThrow('fsync = off');

  await sql.end();
  await database.drop();
});
