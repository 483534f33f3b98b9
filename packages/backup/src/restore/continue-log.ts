import type { TransactionSql } from 'postgres';

/** More events than any stream takes between a backup and its restore. Ten million restores stay below 2^53. */
const GAP = 1_000_000_000;

/**
 * Makes each stream go on at positions that no client has seen. Clients may have cursors from after the backup: were those
 * positions taken again, such a client would miss the new events there, and keep the old ones. So it finds a gap after its
 * cursor, as after the end of the retention, and gets `resync`.
 */
export async function continueLog(tx: TransactionSql): Promise<void> {
  await tx`update public.stream_heads set last_seq = last_seq + ${GAP}`;
}
