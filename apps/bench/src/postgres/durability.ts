import type { Sql } from './database.js';

/** Without these settings an acknowledged message could be lost, and the targets would not be comparable. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** Throws when this Postgres could lose a committed transaction. */
export async function requireDurability(sql: Sql): Promise<void> {
  for (const [setting, wanted] of Object.entries(DURABLE)) {
    const [row] = await sql<{ value: string }[]>`select current_setting(${setting}) as value`;
    if (row?.value !== wanted)
      throw new Error(`Commits are not durable: Postgres runs with ${setting} = ${row?.value}.`);
  }
}
