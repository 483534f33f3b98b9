import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDatabase } from './client.js';
import { arrayLiteral, statement } from './statement.js';
import { createTestDatabase } from './testing/index.js';

// As JSON, because the driver reads a null inside an array as text.
const echo = statement<{ items: (string | null)[] }>('select to_json($1::text::text[]) as items');

test('every list of texts survives being sent as an array', async () => {
  const database = await createTestDatabase();
  const { db, close } = createDatabase(database.connection, { max: 1 });
  const storable = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  const special = fc.constantFrom('', 'null', 'NULL', '"', '\\', '\\"', '{}', ',', ' ', '\n', "'");
  const item = fc.oneof(storable, special, fc.constant(null));

  await fc.assert(
    fc.asyncProperty(fc.array(item), async (items) => {
      expect(await echo(db, [arrayLiteral(items)])).toEqual([{ items }]);
    }),
  );
  await close();
  await database.drop();
});
