import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import { connectionUrl, type DatabaseConnection, withDatabase } from '../connection.js';
import { databaseError } from '../database-error.js';
import { administratorOf, type TestServer } from './server.js';

/** A migrated, empty database for one test. */
export interface TestDatabase {
  connection: DatabaseConnection;
  /** The connection as a `DATABASE_URL`, for a process that the test starts. */
  url: string;
  /** Removes the database and ends the connections that are still open. */
  drop(): Promise<void>;
}

const variables = {
  url: 'PALAVER_TEST_SERVER',
  template: 'PALAVER_TEST_TEMPLATE',
  copying: 'PALAVER_TEST_COPYING',
};

/**
 * Sets the server on which this run's tests make their databases. It is kept in the environment, which reaches vitest's
 * workers and the processes that tests start.
 */
export function setTestServer(server: Omit<TestServer, 'stop'>): void {
  process.env[variables.url] = server.url;
  process.env[variables.template] = server.template;
  process.env[variables.copying] = server.copying;
}

/** One connection for a process: to open one takes longer than the statements that it is for. It ends with the process. */
let administrator: postgres.Sql | undefined;

/** Makes a database by copying the run's migrated template, in some 20 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = process.env[variables.url];
  const template = process.env[variables.template];
  const copying = process.env[variables.copying];
  if (!url || !template || !copying)
    throw new Error('No test Postgres: run the tests with vitest at the root of the checkout.');
  const server = { url };
  administrator ??= administratorOf(server);
  const sql = administrator;
  const name = `${template}_${randomUUID().replaceAll('-', '')}`;
  await sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${copying}`);
  const connection = withDatabase(server, name);
  return {
    connection,
    url: connectionUrl(connection),
    drop: () => drop(sql, name),
  };
}

/** Our role may not end an autovacuum that is under way in the database; it ends by itself. */
async function drop(sql: postgres.Sql, name: string): Promise<void> {
  for (;;) {
    try {
      await sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      if (databaseError(error)?.code !== '42501') throw error;
      await pause(100);
    }
  }
}
