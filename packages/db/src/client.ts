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
  /**
   * One connection beside the pool, open while it is used: statements are carried out in the order in which they are sent, and
   * the next need not wait for an answer. After a loss of the connection those that were not sent go on a new one.
   */
  inOrder: Database;
  /** Waits for running queries, at most five seconds, then closes the pool. */
  close(): Promise<void>;
}

/**
 * In seconds. A query that gets no connection in time is never sent. A connection without an answer for longer than any
 * statement may take (`statement_timeout`) is given up, and then the outcome of its statement is not known.
 */
const PATIENCE = { queue_timeout: 5, answer_timeout: 7 };

/** The statements in order are short, and wait for short locks. In seconds and milliseconds. */
const IN_ORDER = {
  max: 1,
  idle_timeout: 60,
  connection: { lock_timeout: 500, idle_in_transaction_session_timeout: 1_000 },
  ...PATIENCE,
};

/** Opens a pool of at most `max` connections. `patience` is for tests: it replaces the times of both. */
export function createDatabase(
  connection: DatabaseConnection,
  { max = 20, patience = {} }: { max?: number; patience?: ConnectOverrides } = {},
): DatabaseHandle {
  const sql = connect(connection, { max, ...PATIENCE, ...patience });
  // Its wait for a lock is part of what it does.
  const { lock_timeout } = IN_ORDER.connection;
  const inOrder = connect(connection, {
    ...IN_ORDER,
    ...patience,
    connection: { ...IN_ORDER.connection, ...patience.connection, lock_timeout },
  });
  return {
    db: drizzle(sql),
    sql,
    inOrder: drizzle(inOrder),
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), inOrder.end({ timeout: 5 })]);
    },
  };
}
