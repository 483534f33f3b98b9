import { connect, skipPositions } from '@palaver/db';
import { readConfig } from '../config/config.js';
import { withDatabase } from './open-database.js';
import { type Answer, CommandError, type Terminal } from './terminal.js';

/** All streams are locked in one statement, and a post may hold one of them for some seconds. */
const LIMITS = { lock_timeout: 60_000, statement_timeout: 0 };

/** Lets all streams of the configured database go on after a gap. Throws a `CommandError` unless `confirmed`. */
export function skipAllPositions(terminal: Terminal, confirmed: boolean): Promise<Answer> {
  if (!confirmed) {
    throw new CommandError(
      'NOT_CONFIRMED',
      'After this, every client reads its state again. It is meant for a log that has lost its last events. Repeat it with --yes.',
    );
  }
  return withDatabase(readConfig(terminal.env), terminal, { ifMissing: 'refuse' }, async ({ connection }) => {
    const sql = connect(connection, { max: 1, connection: LIMITS });
    try {
      await skipPositions(sql);
    } finally {
      await sql.end();
    }
    return {
      data: { skipped: true },
      text: 'All streams go on after a gap. Clients get a resync within seconds.',
    };
  });
}
