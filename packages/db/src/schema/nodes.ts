import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';

/**
 * The nodes on this database. Each writes its row every second, and `seen_at` is on the database's clock. The migration
 * makes this table, `presence` and `rate_buckets` unlogged: a crash of Postgres empties them, and the nodes fill them
 * again.
 */
export const nodes = pgTable('nodes', {
  id: id('id').primaryKey(),
  /** Of the program. */
  version: text('version').notNull(),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  /** Set while it stops: it takes no new connections. */
  draining: boolean('draining').notNull().default(false),
  /** What all nodes must have in common; null of a release that does not say it. */
  setup: jsonb('setup').$type<Readonly<Record<string, string>>>(),
});

/** Who is online in which server, by the node that holds the connection. */
export const presence = pgTable(
  'presence',
  {
    serverId: id('server_id').notNull(),
    userId: id('user_id').notNull(),
    nodeId: id('node_id').notNull(),
    /** Whether the person is away from all connections to the node. */
    idle: boolean('idle').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.userId, t.nodeId] }), index('presence_node_idx').on(t.nodeId)],
);

/** The token buckets of the rate limits that are not full. Several nodes share them. */
export const rateBuckets = pgTable(
  'rate_buckets',
  {
    limiter: text('limiter').notNull(),
    /** The client's address. */
    key: text('key').notNull(),
    /** When the bucket is full, in microseconds since 1970, on the database's clock. */
    fullAt: bigint('full_at', { mode: 'bigint' }).notNull(),
    /** How many requests the last statement granted, which reads it there. */
    lastGranted: integer('last_granted').notNull().default(0),
  },
  // Without an index on `full_at`, an update of it changes no index.
  (t) => [primaryKey({ columns: [t.limiter, t.key] })],
);
