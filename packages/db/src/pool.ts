import type { Sql } from 'postgres';

/** The connections of a pool by what they do, and the queries that wait for one. */
export interface PoolCounts {
  readonly idle: number;
  readonly busy: number;
  readonly opening: number;
  readonly waiting: number;
}

/** Counts without asking the database. */
export function poolCounts(sql: Sql): PoolCounts {
  // The patched driver has it (docs/decisions.md); the types are the published ones.
  return (sql as Sql & { readonly pool: () => PoolCounts }).pool();
}
