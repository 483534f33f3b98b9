import { join } from 'node:path';
import { connect, connectionUrl, type DatabaseConnection, withDatabase } from '@palaver/db';
import { type ServerSettings, startEmbeddedPostgres } from '@palaver/db/embedded';

/** Without these an acknowledged message could be lost, and a benchmark would compare nothing. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

const OUR_NAME = 'palaver-bench';

/** The Postgres of all contestants: the one that the product starts for itself, with its settings. */
export interface BenchPostgres {
  readonly pid: number;
  readonly version: string;
  /** Makes an empty database, or a copy of one that nobody uses; a number is added to its name. */
  createDatabase(purpose: string, template?: BenchDatabase): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

export interface BenchDatabase {
  readonly connection: DatabaseConnection;
  readonly name: string;
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
  let made = 0;
  try {
    await requireDurability(admin);
    const [row] = await admin<{ server_version: string }[]>`show server_version`;
    return {
      pid: server.pid,
      version: row?.server_version ?? 'unknown',
      async createDatabase(purpose, template) {
        made += 1;
        const name = `bench_${purpose}_${made}`;
        await copyDatabase(admin, name, template?.name ?? 'template1');
        return openDatabase(admin, withDatabase(server.connection, name), name);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function copyDatabase(
  admin: ReturnType<typeof connect>,
  name: string,
  template: string,
): Promise<void> {
  // Our own idle connections would be in the way; they come back when they are needed.
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = ${template} and application_name = ${OUR_NAME}`;
  await admin`create database ${admin(name)} template ${admin(template)}`;
}

function openDatabase(
  admin: ReturnType<typeof connect>,
  connection: DatabaseConnection,
  name: string,
): BenchDatabase {
  const sql = connectUnlimited(connection, 2);
  return {
    connection,
    name,
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
  return connect(connection, { max, connection: { application_name: OUR_NAME, ...unlimited } });
}

const complain = (fields: Record<string, unknown>, message: string) => {
  process.stderr.write(`Postgres: ${message} ${JSON.stringify(fields)}\n`);
};
// Its warnings tell of connections cut off when a contestant is stopped.
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: complain };
