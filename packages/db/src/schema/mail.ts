import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from './columns.js';
import { users } from './users.js';

/**
 * Mails that are still to be sent. A row has no secret: the link of a mail is made when it is sent. A password reset has no
 * account, because whether there is one is looked up when it is sent.
 */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: id('id').primaryKey(),
    kind: text('kind').notNull(),
    userId: id('user_id').references(() => users.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    /** What the mail tells of, where that may be gone when it is sent. */
    details: jsonb('details').$type<Readonly<Record<string, unknown>>>(),
    createdAt: instant('created_at').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    /** When it is tried next; later than any attempt that is under way can take. */
    nextTryAt: instant('next_try_at').notNull(),
  },
  (t) => [
    index('mail_outbox_next_idx').on(t.nextTryAt),
    index('mail_outbox_user_idx').on(t.userId),
    check('mail_outbox_address_length', sql`char_length(${t.address}) <= 254`),
  ],
);

/**
 * The links of mails, by the SHA-256 of their tokens. One that was used stays until it is purged, because the mails of
 * an hour are counted by it.
 */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    /** Where it was sent; it ends when the account gets another address. Null for one that an admin hands on. */
    address: text('address'),
    /** The SHA-256 of the password's hash when it was sent; it ends when the password changes. Null where it has none. */
    passwordDigest: bytes('password_digest'),
    /** Of the mail: each try to send it makes another token. Null without one. */
    mailId: id('mail_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('mail_tokens_user_idx').on(t.userId, t.purpose, t.createdAt),
    index('mail_tokens_address_idx').on(sql`lower(${t.address})`, t.purpose, t.createdAt),
    index('mail_tokens_expiry_idx').on(t.expiresAt),
    check('mail_tokens_hash_is_sha256', sql`octet_length(${t.tokenHash}) = 32`),
  ],
);
