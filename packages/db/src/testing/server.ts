import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type postgres from 'postgres';
import { connect, connectionUrl, type DatabaseConnection, withDatabase } from '../connection.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/index.js';
import { migrate } from '../migrate.js';
import { makeCluster } from './stopped-cluster.js';
import { temporaryFolder } from './temporary-folder.js';

/** The server on which a run's test databases are made, and the template they are copied from. */
export interface TestServer {
  url: string;
  template: string;
  /** How `CREATE DATABASE` copies the template. */
  copying: Copying;
  stop(): Promise<void>;
}

/**
 * Our own server, which flushes nothing to a disk, copies the template's files in a tenth of the time of going through
 * the log. One that does would flush every file.
 */
export type Copying = 'FILE_COPY' | 'WAL_LOG';

/** Starts a server for a run, or uses the one in `TEST_DATABASE_URL`, and migrates a template in it. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given
    ? { connection: { url: given }, stop: async () => {} }
    : await startTemporaryPostgres();
  // Several runs may share the server of TEST_DATABASE_URL.
  const template = `test_${randomUUID().slice(0, 8)}`;
  await administer(server.connection, `CREATE DATABASE ${template}`);
  await migrate(withDatabase(server.connection, template));
  return {
    url: connectionUrl(server.connection),
    template,
    copying: given ? 'WAL_LOG' : 'FILE_COPY',
    async stop() {
      if (given) await dropAll(server.connection, template);
      await server.stop();
    },
  };
}

/** Removes the databases of a run: the template, and what a worker has left at its end. */
async function dropAll(connection: DatabaseConnection, template: string): Promise<void> {
  const sql = administratorOf(connection);
  for (const {
    datname,
  } of await sql`SELECT datname FROM pg_database WHERE starts_with(datname, ${template})`)
    await sql.unsafe(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await sql.end();
}

/** A connection for statements about databases, which run outside a transaction and without time limits. */
export function administratorOf(connection: DatabaseConnection): postgres.Sql {
  return connect(connection, { max: 1, connection: { statement_timeout: 0, lock_timeout: 0 } });
}

/** Runs one such statement on a connection of its own. */
export async function administer(connection: DatabaseConnection, statement: string): Promise<void> {
  const sql = administratorOf(connection);
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

async function startTemporaryPostgres() {
  const folder = await temporaryFolder('palaver-test-');
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  // Many test files run at once, each with its own pools, and no data has to survive a crash.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
  };
  try {
    const dataDir = join(folder, 'postgres');
    await makeCluster(dataDir, join(folder, 'stopped'), settings);
    const server = await startEmbeddedPostgres({ dataDir, log: errorsOnly, settings });
    await makeSignInCheap(server.connection);
    return { connection: server.connection, stop: () => server.stop().then(removeFolder) };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/**
 * Writes the password of our role anew, derived once instead of 4,096 times, which each client repeats: 1.3 ms of the 8 that
 * a connection costs, and the run opens thousands.
 */
async function makeSignInCheap(connection: EmbeddedPostgres['connection']): Promise<void> {
  const sql = connect(connection, { max: 1, connection: { scram_iterations: 1 } });
  await sql.unsafe(`ALTER ROLE ${connection.user} PASSWORD '${connection.password}'`);
  await sql.end();
}

const writeError = (fields: Record<string, unknown>, message: string) => {
  process.stderr.write(`test Postgres: ${message} ${JSON.stringify(fields)}\n`);
};
const errorsOnly = { debug: () => {}, info: () => {}, warn: () => {}, error: writeError };
