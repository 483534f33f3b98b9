import { connect, connectionUrl, type DatabaseConnection } from '@palaver/db';

const OUR_NAME = 'palaver-bench';

export type Sql = ReturnType<typeof connect>;

/** What `begin` hands to its work. */
export type TransactionSql = Parameters<Parameters<Sql['begin']>[1]>[0];

/** A contestant's database. */
export interface BenchDatabase {
  readonly connection: Exclude<DatabaseConnection, { url: string }>;
  /** As a `DATABASE_URL`. */
  readonly url: string;
  /** A few connections of our own, without time limits, for filling and counting. */
  readonly sql: Sql;
  /** Closes our connections and removes the database. */
  stop(): Promise<void>;
}

/** Makes a database of this name like the template, which nobody may be using. */
export async function copyDatabase(admin: Sql, name: string, template: string): Promise<void> {
  // Our own idle connections would be in the way; they come back when they are needed.
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = ${template} and application_name = ${OUR_NAME}`;
  await admin`create database ${admin(name)} template ${admin(template)}`;
}

/** Opens a database that exists; `admin` removes it in the end. */
export function openDatabase(admin: Sql, connection: BenchDatabase['connection']): BenchDatabase {
  const name = connection.database;
  const sql = connectUnlimited(connection, 2);
  return {
    connection,
    url: connectionUrl(connection),
    sql,
    async stop() {
      await sql.end();
      // Not by force, which an autovacuum worker refuses; it waits five seconds for everybody to be gone.
      await admin`drop database ${admin(name)}`;
    },
  };
}

/** At most `max` connections, as slow as they like: filling a database takes its time. */
export function connectUnlimited(connection: DatabaseConnection, max: number): Sql {
  const unlimited = { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  return connect(connection, { max, connection: { application_name: OUR_NAME, ...unlimited } });
}
