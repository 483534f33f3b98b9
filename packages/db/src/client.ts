import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { type ConnectOverrides, connect, type DatabaseConnection } from './connection.js';

/** The query builder, and the driver's client under it. */
export type Database = PostgresJsDatabase<Record<string, never>> & { $client: Sql };

/** What a write receives inside `transact`: the same query builder, bound to one transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What a query can run on. */
export type Queryable = Database | Transaction;

export interface DatabaseHandle {
  db: Database;
  sql: Sql;
  /** How many connections of the pool have ended so far, also those that the pool has ended itself. */
  closedConnections(): number;
  /** Waits for running queries, at most five seconds, then closes the pool. */
  close(): Promise<void>;
}

/**
 * In seconds. A query that gets no connection in time is never sent. A connection without an answer for longer than any
 * statement may take (`statement_timeout`) is given up, and then the outcome of its statement is not known.
 */
const PATIENCE = { queue_timeout: 5, answer_timeout: 7 };

/** Opens a pool of at most `max` connections. `patience` is for tests: it replaces the times of both. */
export function createDatabase(
  connection: DatabaseConnection,
  { max = 20, patience = {} }: { max?: number; patience?: ConnectOverrides } = {},
): DatabaseHandle {
  let closed = 0;
  const onclose = () => {
    closed++;
  };
  const sql = connect(connection, { max, onclose, ...PATIENCE, ...patience });
  return {
    db: drizzle(sql),
    sql,
    closedConnections: () => closed,
    close: () => sql.end({ timeout: 5 }),
  };
}
