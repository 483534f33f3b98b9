import { removeSealed } from '@palaver/core';
import { createDatabase } from '@palaver/db';
import { readConfig } from '../config/config.js';
import { withDatabase } from './open-database.js';
import { type Answer, CommandError, type Terminal } from './terminal.js';

/** Removes what is sealed in the configured database. Throws a `CommandError` unless `confirmed`. */
export function resetSecretKey(terminal: Terminal, confirmed: boolean): Promise<Answer> {
  if (!confirmed) {
    throw new CommandError(
      'NOT_CONFIRMED',
      'This removes the authenticator apps of all accounts. It is meant for a lost SECRET_KEY. Repeat it with --yes.',
    );
  }
  return withDatabase(readConfig(terminal.env), terminal, { ifMissing: 'refuse' }, async ({ connection }) => {
    const database = createDatabase(connection, { max: 1 });
    try {
      const removed = await database.db.transaction(removeSealed);
      return {
        data: { removed },
        text: `Removed the authenticator apps of ${removed} accounts. The next start seals under its own key.`,
      };
    } finally {
      await database.close();
    }
  });
}
