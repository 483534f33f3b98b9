import type { Sql } from 'postgres';

/**
 * A name for this database among all others: of its cluster and in it. A physical replica that is promoted keeps the name; a
 * copy by dump and restore gets another one.
 */
export async function databaseIdentity(sql: Sql): Promise<string> {
  const [row] = await sql<Array<{ identity: string }>>`
    select system_identifier || '-' || oid as identity
    from pg_control_system(), pg_database where datname = current_database()`;
  if (!row) throw new Error('Postgres does not name its database.');
  return row.identity;
}
