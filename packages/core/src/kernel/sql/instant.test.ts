import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/world.js';
import { iso, type JsonInstant } from './instant.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('an instant is written the same from a date and from JSON, in any time zone of the database session', async () => {
  const dates = fc.sample(
    fc.date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true }),
    200,
  );
  const instants = [...dates, ...[0, 1, 10, 100, 120, 999].map((ms) => new Date(ms))];
  const texts = JSON.stringify(instants);
  const inJson = await world.services.db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'Asia/Kathmandu'`);
    const [row] = await tx.execute<{ list: JsonInstant[] }>(sql`
      select json_agg(at::timestamptz(3) at time zone 'UTC' order by n) as list
      from json_array_elements_text(${texts}::json) with ordinality as given (at, n)`);
    return row?.list ?? [];
  });
  expect(inJson.map(iso)).toEqual(instants.map(iso));
});
