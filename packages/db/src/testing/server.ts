import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, connectionUrl, type DatabaseConnection, withDatabase } from '../connection.js';
import { startEmbeddedPostgres } from '../embedded/index.js';
import { migrate } from '../migrate.js';
import { temporaryFolder } from './temporary-folder.js';

/** Where a run's test databases are made, and what they are copies of. */
export interface TestServer {
  url: string;
  template: string;
  stop(): Promise<void>;
}

/** Brings up the server for a run, or finds the one `TEST_DATABASE_URL` names, and migrates a template in it. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given
    ? { connection: { url: given }, stop: async () => {} }
    : await startThrowawayPostgres();
  // Several runs may share a server that was given.
  const template = `palaver_template_${randomUUID().slice(0, 8)}`;
  await administer(server.connection, `CREATE DATABASE ${template}`);
  await migrate(withDatabase(server.connection, template));
  return {
    url: connectionUrl(server.connection),
    template,
    async stop() {
      if (given) await administer(server.connection, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
      await server.stop();
    },
  };
}

/** Runs one statement that is about databases: outside a transaction, and as slow as it likes. */
export async function administer(connection: DatabaseConnection, statement: string): Promise<void> {
  const sql = connect(connection, { max: 1, connection: { statement_timeout: 0, lock_timeout: 0 } });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

async function startThrowawayPostgres() {
  const folder = await temporaryFolder('palaver-test-');
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  // Many test files at once, each with pools of its own; and nothing here need survive anything.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
  };
  try {
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: quiet, settings });
    return { connection: server.connection, stop: () => server.stop().then(removeFolder) };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

const complain = (fields: Record<string, unknown>, message: string) => {
  process.stderr.write(`test Postgres: ${message} ${JSON.stringify(fields)}\n`);
};
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: complain };
