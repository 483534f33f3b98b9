import { replaceLostSecrets } from '@palaver/core';
import { createDatabase } from '@palaver/db';
import { readConfig } from '../config/config.js';
import { secretsOf } from '../secret-key/open-secrets.js';
import { withDatabase } from './open-database.js';
import { type Answer, CommandError, type Terminal } from './terminal.js';

/** Ends the use of a lost key in the configured database. Throws a `CommandError` unless `confirmed`. */
export function resetSecretKey(terminal: Terminal, confirmed: boolean): Promise<Answer> {
  if (!confirmed) {
    throw new CommandError(
      'NOT_CONFIRMED',
      'This removes the authenticator apps of all accounts and replaces the secrets of webhooks. It is meant for a lost ' +
        'SECRET_KEY. Repeat it with --yes.',
    );
  }
  const config = readConfig(terminal.env);
  return withDatabase(config, terminal, { ifMissing: 'refuse' }, async ({ connection }) => {
    const database = createDatabase(connection, { max: 1 });
    try {
      const secrets = await secretsOf(config);
      const data = await database.db.transaction((tx) => replaceLostSecrets(tx, secrets));
      const { authenticatorApps, webhookSecrets } = data;
      return {
        data,
        text:
          `Removed the authenticator apps of ${authenticatorApps} accounts and replaced ${webhookSecrets} secrets of webhooks, ` +
          'each of which has to be rotated. The next start seals under its own key.',
      };
    } finally {
      await database.close();
    }
  });
}
