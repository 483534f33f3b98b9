import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import * as schema from '../schema/index.js';
import { DatabaseRefusal } from './refusal.js';
import { quoted, type Target } from './target.js';

const TABLES = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [getTableName(value)] : []));

/** Throws `DatabaseRefusal` where the role may not create what migrations create. */
export async function requireMigrationRights(sql: Sql, pending: number, target: Target): Promise<void> {
  const [rights] = await sql<{ database: boolean; schema: boolean }[]>`
    select has_database_privilege(current_database(), 'create') as database,
      has_schema_privilege('public', 'create') and has_schema_privilege('public', 'usage') as schema`;
  const role = quoted(target.role);
  const grants = [
    ...(rights?.database ? [] : [`GRANT CREATE ON DATABASE ${quoted(target.database)} TO ${role};`]),
    ...(rights?.schema ? [] : [`GRANT USAGE, CREATE ON SCHEMA public TO ${role};`]),
  ];
  if (grants.length === 0) return;
  throw new DatabaseRefusal(
    `The database at ${target.address} lacks ${pending} migrations, and the role ${role} has no right to create tables there.\n` +
      `As the owner of the database run: ${grants.join(' ')}\n` +
      'Or migrate with the DATABASE_URL of a role that has these rights: npm run palaver -- migrate (docs/operations.md, "Roles").',
  );
}

/** Throws `DatabaseRefusal` where the role may not read and write every table, or may not call the functions. */
export async function requireTableRights(sql: Sql, target: Target): Promise<void> {
  const lacking = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and (c.relname = any (string_to_array(${TABLES.join(',')}, ',')) or c.relispartition and c.relkind = 'r')
      and not (has_schema_privilege('public', 'usage') and has_table_privilege(c.oid, 'select')
        and has_table_privilege(c.oid, 'insert') and has_table_privilege(c.oid, 'update')
        and has_table_privilege(c.oid, 'delete'))
    order by 1`;
  if (lacking.length === 0) return;
  const role = quoted(target.role);
  throw new DatabaseRefusal(
    `The role ${role} may not read and write ${lacking.length} of the tables at ${target.address}, such as ${lacking[0]?.name}.\n` +
      `As their owner run: GRANT USAGE ON SCHEMA public TO ${role}; ` +
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};`,
  );
}
