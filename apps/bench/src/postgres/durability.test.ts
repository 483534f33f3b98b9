import { connect } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { expect, test } from 'vitest';
import { requireDurability } from './durability.js';

test('rejects a Postgres that could lose a commit, such as the one of the tests', async () => {
  const database = await createTestDatabase();
  const sql = connect(database.connection, { max: 1 });

  await expect(requireDurability(sql)).rejects.toThrow('fsync = off');

  await sql.end();
  await database.drop();
});
