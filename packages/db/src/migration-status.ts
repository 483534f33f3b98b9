import type { Sql } from 'postgres';
import { readJournal } from './migration-list.js';

/** Which migrations of this release a database has. */
export interface MigrationStatus {
  /** Names of migrations, oldest first. */
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** How many migrations the database has that this release does not know: a newer release has made them. */
  readonly unknown: number;
  /** Whether it has migrations, and none of this release: those of before 0.1.0, which the first of today replaced, were not all made. */
  readonly isTooOld: boolean;
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
  // The first migration has the number of the last one that it replaced.
  const first = known[0]?.when ?? 0;
  const current = [...times].filter((when) => when >= first);
  return {
    applied: known.filter(isApplied).map(({ tag }) => tag),
    pending: known.filter((entry) => !isApplied(entry)).map(({ tag }) => tag),
    unknown: current.length - known.filter(isApplied).length,
    isTooOld: times.size > 0 && current.length === 0,
  };
}
