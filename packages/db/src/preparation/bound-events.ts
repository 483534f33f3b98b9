import type { Sql } from 'postgres';

/** An upgrade that is killed leaves the release before it so long to go on writing, or the operator to start it again. */
const DAYS_AHEAD = 7;

/**
 * Proves that all events are older than a day to come, which lets migration 0014 take the table as a partition without
 * reading it. The proof reads every row and may take minutes, while nodes of an earlier release go on posting. It cannot be
 * part of the migration, whose transaction holds the lock of the table to its end.
 */
export async function boundEvents(sql: Sql): Promise<void> {
  const [table] = await sql<{ relkind: string }[]>`
    select relkind from pg_class where oid = to_regclass('public.events')`;
  if (table?.relkind !== 'r') return;
  const day = new Date(Date.now() + DAYS_AHEAD * 24 * 3600 * 1000).toISOString().slice(0, 10);
  const name = `events_before_${day.replaceAll('-', '')}`;
  const dropEarlier = await sql<{ statement: string }[]>`
    select format('drop constraint %I', conname) as statement from pg_constraint
    where conrelid = 'public.events'::regclass and conname like 'events\\_before\\_%'`;
  const changes = [
    ...dropEarlier.map(({ statement }) => statement),
    `add constraint ${name} check (created_at < '${day} 00:00:00+00') not valid`,
  ];
  // A wait for this lock holds up posts.
  await sql.unsafe(`set lock_timeout = '500ms'`);
  await sql.unsafe(`alter table public.events ${changes.join(', ')}`);
  await sql.unsafe(`alter table public.events validate constraint ${name}`);
  await sql.unsafe('set lock_timeout = 0');
}
