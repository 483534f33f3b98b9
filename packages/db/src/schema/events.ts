import { sql } from 'drizzle-orm';
import { bigint, check, index, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from './columns.js';
import { users } from './users.js';

/** What a stream belongs to: `id` is the id of that channel, server or user. */
export const streamKind = pgEnum('stream_kind', ['channel', 'server', 'user']);

/**
 * The head of each stream. A write locks its row and advances it in one statement, and the next write waits for that
 * lock until the transaction has ended: so `seq` is dense and in commit order.
 * `last_at` keeps `createdAt` from going backwards within a stream.
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
 * The log. `frame` is the serialised `{type, data}` exactly as sockets receive it, so that a replay serialises nothing.
 * There is no foreign key to the head: a stream's events outlive its channel, so that a late subscriber still receives
 * its end.
 *
 * Partitioned by `createdAt`, so that the retention drops whole partitions. Each partition has the key
 * `(stream_id, seq)` for itself. That no two partitions hold the same position follows from the lock of the stream's head:
 * a position is taken once, and with it the instant that decides the partition.
 *
 * What a message's text, attachments and reactions were is in no event after an edit or a deletion: `frame` is written
 * anew, with the same type and `seq` (docs/protocol.md, Superseded events).
 */
export const events = pgTable(
  'events',
  {
    streamId: id('stream_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    frame: text('frame').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The message of a reaction's event, until that is superseded. Null for all other events. */
    messageId: id('message_id'),
    /** The event of another home's log that this one carries on. Null until logs are split by home (docs/scale.md). */
    originStream: id('origin_stream'),
    originSeq: bigint('origin_seq', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.seq] }),
    index('events_message_idx').on(t.messageId, t.seq).where(sql`${t.messageId} is not null`),
    check('events_seq_positive', sql`${t.seq} > 0`),
  ],
);

/** What gives the first answer to a write with an idempotency key again, stored in the transaction of that write. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    requestHash: bytes('request_hash').notNull(),
    /**
     * JSON of the first answer, or of the id of the message that it is; null only inside the transaction that makes it. A
     * message is read again, so that no old text of it is stored here.
     */
    answer: text('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('idempotency_keys_created_brin').using('brin', t.createdAt),
    check('idempotency_keys_key_length', sql`char_length(${t.key}) between 1 and 64`),
  ],
);
