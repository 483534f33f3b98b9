import { createDatabase, type DatabaseConnection, readDatabaseUrl, writeDatabaseUrl } from '@palaver/db';
import type { Config } from '../../config/config.js';
import { type Check, fail, ok, reasonOf } from '../../doctor/check.js';
import { checkConnected } from '../../doctor/database.js';
import { withDatabase } from '../open-database.js';
import { CommandError, type Terminal } from '../terminal.js';

/** Whether the database can be reached and is what the service needs. Changes nothing in it. */
export async function checkDatabase(config: Config, terminal: Terminal): Promise<Check[]> {
  try {
    return await withDatabase(config, terminal, { ifMissing: 'refuse' }, async ({ connection, from }) => [
      ok('Database', WHERE[from]),
      ...(await checkWith(config, connection)),
    ]);
  } catch (error) {
    if (error instanceof CommandError && error.code === 'NO_DATABASE') {
      return [ok('Database', 'none yet; the first start makes an embedded one')];
    }
    return [fail('Database', reasonOf(error), adviceFor(config))];
  }
}

const WHERE = {
  own: 'that of DATABASE_URL',
  running: 'the embedded one of the running service',
  started: 'the embedded one, started for this check',
};

function adviceFor({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null) return `Start the service and read its log. The data is in ${dataDir}/postgres.`;
  const { url, hosts } = readDatabaseUrl(databaseUrl);
  url.password = '';
  return `Check that Postgres runs and that DATABASE_URL (${writeDatabaseUrl({ url, hosts })}) has its address, role and password.`;
}

async function checkWith(config: Config, connection: DatabaseConnection): Promise<Check[]> {
  const handle = createDatabase(connection, { max: 1 });
  try {
    return await checkConnected(config, handle);
  } finally {
    await handle.close();
  }
}
