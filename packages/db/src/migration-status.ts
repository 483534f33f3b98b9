import type { Sql } from 'postgres';
import { readJournal } from './migration-list.js';

/** Which migrations of this release a database has. */
export interface MigrationStatus {
  /** Names of migrations, oldest first. */
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** How many migrations the database has that this release does not know: a newer release has made them. */
  readonly unknown: number;
}

/** The names of this release's migrations, oldest first. */
export async function migrationNames(): Promise<string[]> {
  return (await readJournal()).map(({ tag }) => tag);
}

/** Compares a database with the migrations of this release; changes nothing. */
export async function migrationStatus(sql: Sql): Promise<MigrationStatus> {
  const [table] = await sql<{ found: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as found`;
  const rows = table?.found
    ? await sql<{ when: string }[]>`select created_at::text as "when" from drizzle.__drizzle_migrations`
    : [];
  const times = new Set(rows.map(({ when }) => Number(when)));
  const known = await readJournal();
  const isApplied = ({ when }: { when: number }) => times.has(when);
  return {
    applied: known.filter(isApplied).map(({ tag }) => tag),
    pending: known.filter((entry) => !isApplied(entry)).map(({ tag }) => tag),
    unknown: times.size - known.filter(isApplied).length,
  };
}
