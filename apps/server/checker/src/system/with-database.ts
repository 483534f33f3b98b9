import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@palaver/db';

type Sql = ReturnType<typeof connect>;

/**
 * Connects to the embedded database of a data folder, without statement and lock timeouts, and closes the connection
 * after `work`. `palaver` is the service's role, `postgres` the superuser.
 */
export async function withDatabase<T>(
  dataDir: string,
  user: 'palaver' | 'postgres',
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const folder = join(dataDir, 'postgres');
  const password = await readFile(join(folder, 'password'), 'utf8');
  const connection = { host: join(folder, 'run'), port: 5432, user, password, database: 'palaver' };
  const sql = connect(connection, { max: 1, connection: { statement_timeout: 0, lock_timeout: 0 } });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
