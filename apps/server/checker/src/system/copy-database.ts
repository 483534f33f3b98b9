import { withDatabase } from './with-database.js';

/** Copies the service's database. Nobody else may be connected to it. */
export function copyDatabase(dataDir: string, name: string): Promise<void> {
  return withDatabase(dataDir, 'palaver', async (sql) => {
    await sql`create database ${sql(name)} template palaver`;
  });
}
