import { pause } from '../support/pause.js';
import type { Random } from '../support/random.js';
import type { Tally } from '../support/tally.js';
import type { PostgresLink } from '../system/postgres-link.js';

export interface LostCommitOptions {
  readonly database: PostgresLink;
  readonly random: Random;
  readonly tally: Tally;
}

/** Loses the answer to a COMMIT several times a second until stopped: the service cannot know that it was carried out. */
export async function loseCommitAnswers(
  { database, random, tally }: LostCommitOptions,
  stop: AbortSignal,
): Promise<void> {
  for (;;) {
    await pause(random.int(20, 500), stop);
    if (stop.aborted) return;
    // Not awaited: while Postgres is down there is no COMMIT, and the next call replaces this one.
    void database.loseCommitAnswer().then(() => tally.add('faults', 'answers to COMMIT lost'));
  }
}
