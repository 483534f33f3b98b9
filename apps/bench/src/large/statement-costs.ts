import type { Sql } from '../postgres/database.js';

/** What a statement of the service has cost. */
export interface StatementCost {
  readonly query: string;
  readonly calls: number;
  readonly rows: number;
  /** Pages that were read or written in the memory of Postgres, in all calls. */
  readonly pages: number;
  readonly ms: number;
}

/** Forgets what was counted before. `admin` is a connection to any database of the cluster with the extension. */
export async function forgetCosts(admin: Sql): Promise<void> {
  await admin`select pg_stat_statements_reset()`;
}

/** The costs of all statements of a database since then, by their texts. Those of the benchmark are in no transaction of the service. */
export async function readCosts(admin: Sql, database: string): Promise<ReadonlyMap<string, StatementCost>> {
  const rows = await admin<StatementCost[]>`
    select query, sum(calls)::float8 as calls, sum(rows)::float8 as rows,
      sum(shared_blks_hit + shared_blks_read)::float8 as pages, sum(total_exec_time)::float8 as ms
    from pg_stat_statements join pg_database on pg_database.oid = dbid
    where datname = ${database} and query not like '%/* bench */%' group by query`;
  return new Map(rows.map((row) => [row.query, row]));
}

/** A statement of an operation beside the same one in the smaller database. */
export interface Grown {
  readonly operation: string;
  readonly query: string;
  /** For each call, in the smaller and in the larger database. */
  readonly pages: readonly [number, number];
  readonly ms: readonly [number, number];
  readonly calls: readonly [number, number];
}

/** Fewer pages are not compared: one level more of an index is a third of them. */
const PAGES_MIN = 12;

/** The statements that cost more than `ratio` times what they cost in the smaller database, for each call, in pages. */
export function grownStatements(
  operation: string,
  smaller: ReadonlyMap<string, StatementCost>,
  larger: ReadonlyMap<string, StatementCost>,
  ratio: number,
): Grown[] {
  return [...larger.values()].flatMap((large) => {
    const small = smaller.get(large.query);
    if (!small) return [];
    const pages = [small.pages / small.calls, large.pages / large.calls] as const;
    if (pages[1] < PAGES_MIN || pages[1] <= ratio * pages[0]) return [];
    const ms = [small.ms / small.calls, large.ms / large.calls] as const;
    return [{ operation, query: large.query, pages, ms, calls: [small.calls, large.calls] as const }];
  });
}
