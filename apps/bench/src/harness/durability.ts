import type { Sql } from './database.js';

/** Without these an acknowledged message could be lost, and a benchmark would compare nothing. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** Throws when this Postgres could lose what it has acknowledged. */
export async function requireDurability(sql: Sql): Promise<void> {
  for (const [setting, wanted] of Object.entries(DURABLE)) {
    const [row] = await sql<{ value: string }[]>`select current_setting(${setting}) as value`;
    if (row?.value !== wanted) throw new Error(`Postgres runs with ${setting} = ${row?.value}.`);
  }
}
