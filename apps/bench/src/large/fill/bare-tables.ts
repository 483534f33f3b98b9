import { arrayLiteral } from '@palaver/db';
import type { Sql } from '../../postgres/database.js';

/** The large tables. */
export const BARE = [
  'messages',
  'message_search',
  'reactions',
  'attachments',
  'message_mentions',
  'message_edits',
  'channel_replies',
  'deleted_roots',
  'thread_follows',
  'notifications',
];

/** Several indexes are made at a time: each takes one core. */
const AT_ONCE = 3;

/**
 * Drops the keys and indexes of some tables, with the foreign keys of others that refer to them. `restore` makes them again, which checks
 * the keys. It is in no transaction: what fails leaves a database that is of no use.
 */
export async function bareTables(sql: Sql, tables: readonly string[]) {
  const named = arrayLiteral(tables);
  const constraints = await sql<{ table: string; name: string; definition: string; kind: 'p' | 'f' }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, contype as kind
    from pg_constraint
    where contype in ('p', 'f') and conrelid = any (${named}::regclass[])
      or contype = 'f' and confrelid = any (${named}::regclass[])
    order by contype desc`;
  const indexes = await sql<{ table: string; name: string; definition: string }[]>`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any (${named}::regclass[]) and not indisprimary`;
  for (const { table, name } of constraints.toReversed())
    await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  const addKey = ({ table, name, definition }: (typeof constraints)[number]) =>
    sql.unsafe(`alter table "${table}" add constraint "${name}" ${definition}`);
  return {
    async restore(say: (text: string) => void): Promise<void> {
      // To make an index locks its table against the next one, so one table has one job. The one of words takes the longest.
      const left = tables.toSorted((one, other) => Number(hasWords(other)) - Number(hasWords(one)));
      const restoreNext = async (): Promise<void> => {
        for (let table = left.shift(); table !== undefined; table = left.shift()) {
          for (const key of constraints) if (key.table === table && key.kind === 'p') await addKey(key);
          for (const index of indexes) if (index.table === table) await sql.unsafe(index.definition);
          say(`${table} has its indexes`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, restoreNext));
      for (const key of constraints.filter(({ kind }) => kind === 'f')) await addKey(key);
    },
  };
}

const hasWords = (table: string) => table === 'message_search';
