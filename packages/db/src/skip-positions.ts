import type { Sql, TransactionSql } from 'postgres';

/**
 * More events than any stream has taken in a log that was lost. Ten million such steps stay below 2^53. A hole of whole multiples
 * of it in a stream was made here, and has no event.
 */
export const SKIPPED_POSITIONS = 1_000_000_000;

/**
 * Makes each stream go on at positions that no client has seen, after the last events of the log were lost. Clients may have
 * cursors from there: were those positions taken again, such a client would miss the new events there, and keep the lost
 * ones. So it finds a gap after its cursor, as after the end of the retention, and gets `resync`.
 */
export async function skipPositions(sql: Sql | TransactionSql): Promise<void> {
  await sql`update public.stream_heads set last_seq = last_seq + ${SKIPPED_POSITIONS}`;
}
