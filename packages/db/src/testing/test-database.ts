import { randomUUID } from 'node:crypto';
import { connectionUrl, type DatabaseConnection, withDatabase } from '../connection.js';
import { administer } from './server.js';

/** A migrated, empty database of a test's own. */
export interface TestDatabase {
  connection: DatabaseConnection;
  /** The same as a `DATABASE_URL`, for a process to be started with it. */
  url: string;
  /** Removes it, ending whatever connections are left. */
  drop(): Promise<void>;
}

const variables = { url: 'PALAVER_TEST_SERVER', template: 'PALAVER_TEST_TEMPLATE' };

/** Tells all test workers of this run where the server is. */
export function announce(server: { url: string; template: string }): void {
  process.env[variables.url] = server.url;
  process.env[variables.template] = server.template;
}

/** Makes a database by copying the run's migrated template, some 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = process.env[variables.url];
  const template = process.env[variables.template];
  if (!url || !template)
    throw new Error('No test Postgres: run the tests by vitest from the top of the checkout.');
  const server = { url };
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const connection = withDatabase(server, name);
  return {
    connection,
    url: connectionUrl(connection),
    drop: () => administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
