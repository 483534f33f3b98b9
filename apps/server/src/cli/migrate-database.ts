import {
  createDatabase,
  type DatabaseConnection,
  type MigrationStatus,
  migrate,
  migrationStatus,
} from '@palaver/db';
import { readConfig } from '../config/config.js';
import { withDatabase } from './open-database.js';
import type { Answer, Terminal } from './terminal.js';

/** Brings the configured database to this release's schema, and says what was done. */
export function migrateDatabase(terminal: Terminal): Promise<Answer> {
  const config = readConfig(terminal.env);
  return withDatabase(config, terminal, { ifMissing: 'create' }, ({ connection }) =>
    migrateAndReport(connection),
  );
}

async function migrateAndReport(connection: DatabaseConnection): Promise<Answer> {
  const { pending: applied } = await statusOf(connection);
  await migrate(connection);
  return { data: { applied }, text: sentenceOf(applied) };
}

async function statusOf(connection: DatabaseConnection): Promise<MigrationStatus> {
  const { sql, close } = createDatabase(connection, { max: 1 });
  try {
    return await migrationStatus(sql);
  } finally {
    await close();
  }
}

function sentenceOf(applied: readonly string[]): string {
  if (applied.length === 0) return 'The database is up to date.';
  return `Applied ${applied.length} migrations:\n${applied.map((name) => `  ${name}`).join('\n')}`;
}
