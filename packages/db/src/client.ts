import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { connect, type DatabaseConnection } from './connection.js';

/** The query builder, and the driver's client under it. */
export type Database = PostgresJsDatabase<Record<string, never>> & { $client: Sql };

/** What a write receives inside `transact`: the same query builder, bound to one transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What a query can run on. */
export type Queryable = Database | Transaction;

export interface DatabaseHandle {
  db: Database;
  sql: Sql;
  /** Waits for running queries, at most five seconds, then closes the pool. */
  close(): Promise<void>;
}

/** Opens a pool of at most `max` connections. */
export function createDatabase(
  connection: DatabaseConnection,
  options: { max?: number } = {},
): DatabaseHandle {
  const sql = connect(connection, { max: options.max ?? 20 });
  return { db: drizzle(sql), sql, close: () => sql.end({ timeout: 5 }) };
}
