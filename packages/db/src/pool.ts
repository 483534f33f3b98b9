import type { Sql } from 'postgres';

/** The connections of a pool by what they do, and the queries that wait for one. */
export interface PoolCounts {
  readonly idle: number;
  readonly busy: number;
  readonly opening: number;
  readonly waiting: number;
}

declare module 'postgres' {
  // The patched driver has it (docs/decisions.md); its types are the published ones. The parameter is theirs.
  interface Sql<TTypes extends Record<string, unknown>> {
    pool(): PoolCounts;
  }
}

/** Counts without asking the database. */
export function poolCounts(sql: Sql): PoolCounts {
  return sql.pool();
}
