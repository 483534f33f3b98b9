import type { Database } from '@palaver/db';
import { sql } from 'drizzle-orm';

/** A part of the table of events, by `createdAt`, in milliseconds since 1970. */
export interface Partition {
  /** As it stands in a statement. */
  readonly name: string;
  /** The first instant; null where there is no first one, or for the default partition. */
  readonly from: number | null;
  /** The first instant after it; null for the default partition, which has the rows that belong to no other. */
  readonly to: number | null;
}

/** Lists the partitions, oldest first, and the default partition last. */
export async function listPartitions(db: Database): Promise<readonly Partition[]> {
  return db.execute<Partition & Record<string, unknown>>(sql`
    select c.oid::regclass::text as name,
      extract(epoch from substring(bound from $$FROM \\('([^']+)'\\)$$)::timestamptz)::float8 * 1000 as "from",
      extract(epoch from substring(bound from $$TO \\('([^']+)'\\)$$)::timestamptz)::float8 * 1000 as "to"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bound
    where i.inhparent = 'public.events'::regclass order by 3 nulls last`);
}

/** Whether the role of the service may make and drop partitions (docs/operations.md, Roles). */
export async function mayChangePartitions(db: Database): Promise<boolean> {
  const [row] = await db.execute<{ granted: boolean }>(sql`
    select pg_has_role(relowner, 'usage') and has_schema_privilege(relnamespace, 'create') as granted
    from pg_class where oid = 'public.events'::regclass`);
  return row?.granted ?? false;
}
