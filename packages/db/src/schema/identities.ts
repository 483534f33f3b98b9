import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from './columns.js';
import { sessions } from './sessions.js';
import { users } from './users.js';

/** Who an account is at a provider. `subject` is what the provider calls the person, and never changes. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    uniqueIndex('identities_user_key').on(t.userId, t.provider),
    check('identities_subject_length', sql`char_length(${t.subject}) between 1 and 255`),
  ],
);

/**
 * A sign-in that has begun and whose browser has not come back yet. `sealed` opens only with the state, of which the
 * database has the hash. With a session it is a link to that session's account, and ends with the session.
 */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    stateHash: bytes('state_hash').primaryKey(),
    browserHash: bytes('browser_hash').notNull(),
    provider: text('provider').notNull(),
    sealed: text('sealed').notNull(),
    sessionId: id('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    userId: id('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('sign_in_attempts_expiry_idx').on(t.expiresAt),
    index('sign_in_attempts_session_idx').on(t.sessionId),
    index('sign_in_attempts_user_idx').on(t.userId),
    check('sign_in_attempts_link', sql`(${t.sessionId} is null) = (${t.userId} is null)`),
  ],
);

/** A code that is exchanged once for a session of a person whom a provider has verified. */
export const exchangeCodes = pgTable(
  'exchange_codes',
  {
    codeHash: bytes('code_hash').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** The SHA-256 of a secret of the client that began, in base64url; null where it gave none. */
    codeChallenge: text('code_challenge'),
    tries: smallint('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('exchange_codes_expiry_idx').on(t.expiresAt), index('exchange_codes_user_idx').on(t.userId)],
);
