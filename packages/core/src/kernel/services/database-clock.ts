import { type Database, statement } from '@palaver/db';
import type { Clock } from './clock.js';
import { ClockEstimate, type ClockReading } from './clock-estimate.js';
import type { Log } from './logger.js';

const EVERY_MS = 5_000;

/** A clock that measures until it is closed. */
export interface RunningClock extends Clock {
  close(): void;
}

export interface DatabaseClockOptions {
  readonly db: Database;
  readonly log: Log;
  /** A monotonic clock of this machine in milliseconds. The time of day here is not used, and may be wrong or step. */
  readonly elapsed?: () => number;
  /** How often the database's clock is read, in milliseconds. */
  readonly everyMs?: number;
}

const readClock = statement<{ ms: number }>(
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
);

/**
 * Starts a clock that shows the time of the database, so that nodes whose own clocks differ agree on what has expired.
 * While the database is away it goes on from the last reading. Throws as a query does where the first reading fails.
 */
export async function startDatabaseClock(options: DatabaseClockOptions): Promise<RunningClock> {
  const { db, log, elapsed = () => performance.now(), everyMs = EVERY_MS } = options;
  const estimate = new ClockEstimate(await read());
  let isClosed = false;
  let timer = setTimeout(measure, everyMs).unref();

  async function read(): Promise<ClockReading> {
    const asked = elapsed();
    const [row] = await readClock(db, []);
    if (!row) throw new Error('The database did not say its time.');
    return { asked, answered: elapsed(), theirs: row.ms };
  }

  async function measure(): Promise<void> {
    try {
      const stepMs = estimate.correct(await read());
      if (stepMs !== 0) log.warn({ stepMs }, "The database's clock has stepped");
    } catch {
      // The database is away, which others report.
    }
    if (!isClosed) timer = setTimeout(measure, everyMs).unref();
  }

  return {
    now: () => new Date(estimate.at(elapsed())),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
