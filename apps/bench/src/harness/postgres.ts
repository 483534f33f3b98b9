import { join } from 'node:path';
import { connect, connectionUrl, type DatabaseConnection, withDatabase } from '@palaver/db';
import { type ServerSettings, startEmbeddedPostgres } from '@palaver/db/embedded';

/** Without these an acknowledged message could be lost, and a benchmark would compare nothing. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** The Postgres of all contestants: the one that the product starts for itself, with its settings. */
export interface BenchPostgres {
  readonly pid: number;
  readonly version: string;
  /** Makes an empty database. */
  createDatabase(name: string): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

export interface BenchDatabase {
  readonly connection: DatabaseConnection;
  /** As a `DATABASE_URL`. */
  readonly url: string;
  /** A few connections of our own, without time limits, for filling and counting. */
  readonly sql: ReturnType<typeof connect>;
  /** Closes our connections and removes the database. */
  stop(): Promise<void>;
}

/** Starts it in a folder of its own; `settings` win over the product's. Throws when commits would not be durable. */
export async function startBenchPostgres(
  folder: string,
  settings: ServerSettings = {},
): Promise<BenchPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: quiet, settings });
  const admin = connectUnlimited(server.connection, 1);
  const stop = async () => {
    await admin.end();
    await server.stop();
  };
  try {
    await requireDurability(admin);
    const [row] = await admin<{ server_version: string }[]>`show server_version`;
    return {
      pid: server.pid,
      version: row?.server_version ?? 'unknown',
      createDatabase: (name) => createDatabase(admin, server.connection, name),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createDatabase(
  admin: ReturnType<typeof connect>,
  server: DatabaseConnection,
  name: string,
): Promise<BenchDatabase> {
  await admin`create database ${admin(name)}`;
  const connection = withDatabase(server, name);
  const sql = connectUnlimited(connection, 2);
  return {
    connection,
    url: connectionUrl(connection),
    sql,
    async stop() {
      await sql.end();
      await admin`drop database ${admin(name)} with (force)`;
    },
  };
}

async function requireDurability(sql: ReturnType<typeof connect>): Promise<void> {
  for (const [setting, wanted] of Object.entries(DURABLE)) {
    const [row] = await sql<{ value: string }[]>`select current_setting(${setting}) as value`;
    if (row?.value !== wanted) throw new Error(`Postgres runs with ${setting} = ${row?.value}.`);
  }
}

function connectUnlimited(connection: DatabaseConnection, max: number) {
  const unlimited = { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  return connect(connection, { max, connection: { application_name: 'palaver-bench', ...unlimited } });
}

const complain = (fields: Record<string, unknown>, message: string) => {
  process.stderr.write(`Postgres: ${message} ${JSON.stringify(fields)}\n`);
};
// Its warnings tell of connections cut off when a contestant is stopped.
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: complain };
