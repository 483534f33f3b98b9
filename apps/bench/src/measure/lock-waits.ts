import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../postgres/database.js';

/** How often the locks are looked at: the end of a wait may be missed by as much. */
const LOOK_MS = 3;

export interface LockWatch {
  /** Stops to look, and resolves with the longest time that any session of the database has waited for a lock, in milliseconds. */
  stop(): Promise<number>;
}

/** Looks from time to time for how long sessions of a database wait for locks. */
export function watchLocks({ sql, connection }: BenchDatabase): LockWatch {
  let longest = 0;
  let isStopped = false;
  const look = async () => {
    const [row] = await sql<{ ms: number }[]>`
      select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
      from pg_locks join pg_stat_activity using (pid) where not granted and datname = ${connection.database}`;
    longest = Math.max(longest, row?.ms ?? 0);
  };
  const watching = (async () => {
    while (!isStopped) {
      await look();
      await pause(LOOK_MS);
    }
  })();
  // A measurement that was interrupted does not stop it.
  watching.catch(() => {});
  return {
    async stop() {
      isStopped = true;
      await watching;
      return longest;
    },
  };
}
