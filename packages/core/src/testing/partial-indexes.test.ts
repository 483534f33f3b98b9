import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, tables } from '@palaver/db';
import { is, SQL, sql } from 'drizzle-orm';
import { getTableConfig, PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { finishDeletions } from '../messages/removal/superseded-events.js';
import { nextUnannounced } from '../threads/queries.js';
import { createWorld } from './world.js';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));

/** `table.column` of each boolean by which a partial index is chosen, as statements name it. */
function booleansOfIndexes(): string[] {
  return Object.entries(tables).flatMap(([name, table]) => {
    if (!is(table, PgTable)) return [];
    const { indexes } = getTableConfig(table);
    return indexes
      .flatMap(({ config: { where } }) => columnsOf(where))
      .map((column) => {
        const [key] =
          Object.entries(table).find(([, value]) => is(value, PgColumn) && value.name === column.name) ?? [];
        return `${name}.${key}`;
      });
  });
}

function columnsOf(where: SQL | undefined): PgColumn[] {
  return (where?.queryChunks ?? []).flatMap((chunk) => {
    if (is(chunk, SQL)) return columnsOf(chunk);
    return is(chunk, PgColumn) && chunk.dataType === 'boolean' ? [chunk] : [];
  });
}

/**
 * `eq(column, true)` sends the value as a parameter. From the sixth time on Postgres plans such a statement for all values, and takes no index
 * that has the rows of one value alone: it reads the whole table.
 */
test('no statement compares a boolean of a partial index with a parameter', async () => {
  const booleans = booleansOfIndexes();
  expect(booleans).toEqual(
    expect.arrayContaining(['threadFollows.announced', 'messages.clearing', 'channels.isDm']),
  );
  const names = await readdir(SOURCE, { recursive: true });
  const found: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.ts'))) {
    const text = await readFile(join(SOURCE, name), 'utf8');
    for (const column of booleans) {
      const [table, key] = column.split('.');
      const isCompared = new RegExp(`\\beq\\((?:${table}\\.)?${key}, (?:true|false)\\)`);
      if (isCompared.test(text)) found.push(`${name}: ${column}`);
    }
  }
  expect(found).toEqual([]);
});

test('rows that a partial index has are found by it, also by a plan for all values', async () => {
  const world = await createWorld();
  const { db, close } = createDatabase(world.connection, { max: 1 });
  const person = await world.person('alice');
  await db.execute(sql`
    insert into channels (id, name, display_name, is_dm, is_private, created_by, created_at, dm_key)
    select gen_random_uuid(), 'dm', 'dm', true, true, ${person.id}, now(), n::text from generate_series(1, 3000) n`);
  await db.execute(sql`
    insert into messages (id, channel_id, seq, user_id, content, created_at, updated_at)
    select gen_random_uuid(), id, 1, ${person.id}, 'root', now(), now() from channels`);
  await db.execute(sql`
    insert into thread_follows (user_id, root_id, channel_id, read_seq, announced)
    select ${person.id}, id, channel_id, 0, true from messages`);
  await db.execute(sql`vacuum analyze thread_follows, messages, channels`);
  await db.execute(sql`set plan_cache_mode = force_generic_plan`);
  const rowsRead = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await rows();
    await work();
    return (await rows()) - before;
  };
  const rows = async (): Promise<number> => {
    await db.execute(sql`select pg_stat_force_next_flush()`);
    const [row] = await db.execute<{ n: string }>(sql`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as n from pg_stat_user_tables
      where relname in ('thread_follows', 'messages', 'channels')`);
    return Number(row?.n);
  };

  expect(await rowsRead(() => nextUnannounced(db, null))).toBe(0);
  expect(await rowsRead(() => finishDeletions(db))).toBe(0);

  await close();
  await world.close();
});
