import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from './columns.js';
import { users } from './users.js';

/**
 * Work that is still to be done: a person's account was deleted, and what it has left elsewhere goes in small transactions
 * (docs/identity.md, Deleting an account). The account itself is empty from the transaction on that writes this row.
 */
export const accountDeletions = pgTable('account_deletions', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** By the clock of the database. */
  deletedAt: instant('deleted_at').notNull(),
  step: text('step').$type<'bots' | 'servers' | 'rows' | 'log' | 'answers'>().notNull(),
  /** The last position of the log, or the last kept answer, that was looked at; null before the first one. */
  afterId: id('after_id'),
  afterSeq: bigint('after_seq', { mode: 'number' }),
  afterKey: text('after_key'),
});

/**
 * The usernames of deleted accounts, which nobody may take yet. Only the SHA-256 of the name in lower case is stored. A
 * trigger on `users` refuses such a name as the unique index does.
 */
export const reservedUsernames = pgTable(
  'reserved_usernames',
  { nameHash: bytes('name_hash').primaryKey(), freeAt: instant('free_at').notNull() },
  (t) => [index('reserved_usernames_free_idx').on(t.freeAt)],
);
