import { connect, connectionUrl, type DatabaseConnection } from '@palaver/db';

const APPLICATION_NAME = 'palaver-bench';

export type Sql = ReturnType<typeof connect>;

/** The connection within a transaction, as `begin` gives it to its callback. */
export type TransactionSql = Parameters<Parameters<Sql['begin']>[1]>[0];

/** The database of a target. */
export interface BenchDatabase {
  readonly connection: Exclude<DatabaseConnection, { url: string }>;
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Connections of the benchmark, without time limits, for filling the database and counting rows. */
  readonly sql: Sql;
  /** Closes these connections and drops the database. */
  stop(): Promise<void>;
}

/** Creates a database of this name as a copy of the template, which must have no other users. */
export async function copyDatabase(admin: Sql, name: string, template: string): Promise<void> {
  // Idle connections of the benchmark would prevent the copy; the driver opens them again when they are needed.
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = ${template} and application_name = ${APPLICATION_NAME}`;
  await admin`create database ${admin(name)} template ${admin(template)}`;
}

/** Opens an existing database. `admin` drops it at the end. */
export function openDatabase(admin: Sql, connection: BenchDatabase['connection']): BenchDatabase {
  const name = connection.database;
  const sql = connectUnlimited(connection, 2);
  return {
    connection,
    url: connectionUrl(connection),
    sql,
    async stop() {
      await sql.end();
      // Not `with (force)`, which fails while an autovacuum worker is connected; Postgres waits five seconds for
      // connections to end.
      await admin`drop database ${admin(name)}`;
    },
  };
}

/** At most `max` connections without time limits: filling a database takes long. */
export function connectUnlimited(connection: DatabaseConnection, max: number): Sql {
  const unlimited = { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  return connect(connection, { max, connection: { application_name: APPLICATION_NAME, ...unlimited } });
}
