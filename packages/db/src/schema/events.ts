import { sql } from 'drizzle-orm';
import { bigint, check, index, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { bytes } from './sessions.js';
import { users } from './users.js';

/** What a stream belongs to: `id` is the id of that channel, server or user. */
export const streamKind = pgEnum('stream_kind', ['channel', 'server', 'user']);

/**
 * The head of each stream. A write takes its row and advances it in one statement, which makes `seq` dense and in
 * commit order: whoever comes next waits for that row until this transaction has ended.
 * `last_at` keeps `createdAt` from running backwards within a stream.
 */
export const streamHeads = pgTable(
  'stream_heads',
  {
    id: id('id').primaryKey(),
    kind: streamKind('kind').notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [check('stream_heads_last_seq', sql`${t.lastSeq} >= 0`)],
);

/**
 * The log. `frame` is the serialised `{type, data}` exactly as sockets receive it, so a replay costs no serialising.
 * No foreign key to the head: a stream's events outlive its channel, so that a late reader still hears of its end.
 * Appended in time order, hence BRIN for the purge by age.
 */
export const events = pgTable(
  'events',
  {
    streamId: id('stream_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    frame: text('frame').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.seq] }),
    index('events_created_brin').using('brin', t.createdAt),
    check('events_seq_positive', sql`${t.seq} > 0`),
  ],
);

/** The first answer to a write that carried a client key, kept in the transaction of that write. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    requestHash: bytes('request_hash').notNull(),
    /** JSON of the first answer; null only inside the transaction that is making it. */
    answer: text('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('idempotency_keys_created_brin').using('brin', t.createdAt),
    check('idempotency_keys_key_length', sql`char_length(${t.key}) between 1 and 64`),
  ],
);
