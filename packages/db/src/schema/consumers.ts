import { sql } from 'drizzle-orm';
import { bigint, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';

/** What reads the log later (docs/architecture.md, Consumers of the log). A row means that its positions were set once. */
export const consumers = pgTable('consumers', {
  name: text('name').primaryKey(),
  createdAt: instant('created_at').notNull(),
});

/**
 * How far a consumer has come in a stream; it is at 0 in a stream without a row. Where an event takes several transactions,
 * `until_seq` is the last event that they are about, and `part` is what is done of it.
 */
export const consumerPositions = pgTable(
  'consumer_positions',
  {
    consumer: text('consumer').notNull(),
    streamId: id('stream_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    untilSeq: bigint('until_seq', { mode: 'number' }),
    part: text('part'),
  },
  (t) => [
    primaryKey({ columns: [t.consumer, t.streamId] }),
    check('consumer_positions_part', sql`(${t.untilSeq} is null) = (${t.part} is null)`),
  ],
);
