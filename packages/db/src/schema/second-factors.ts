import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, id, instant, sealed } from './columns.js';
import { sessions } from './sessions.js';
import { users } from './users.js';

/** The key that the secrets of this database are sealed under (docs/rotating-secrets.md). One row, or none yet. */
export const secretKey = pgTable(
  'secret_key',
  {
    id: smallint('id').primaryKey().default(1),
    fingerprint: text('fingerprint').notNull(),
    /** The key before, while something may still be sealed under it. */
    previousFingerprint: text('previous_fingerprint'),
    /** When the key was changed last; null for the first one. */
    changedAt: instant('changed_at'),
  },
  (t) => [check('secret_key_is_one', sql`${t.id} = 1`)],
);

/** The shared secret of an account's authenticator app. It counts from `confirmed_at` on. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealed: sealed('sealed').notNull(),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The period of 30 seconds since 1970 whose code was used last: it and all earlier ones are over. */
  lastPeriod: integer('last_period'),
});

/** Codes for who has lost their other factors. Each works once: then its row goes. Only the SHA-256 is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytes('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Made by the authenticator, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** In COSE. */
    publicKey: bytes('public_key').notNull(),
    /** Of its signatures; it stays 0 where the authenticator does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('passkeys_credential_key').on(t.credentialId),
    index('passkeys_user_idx').on(t.userId, t.id),
    check('passkeys_name_length', sql`char_length(${t.name}) between 1 and 64`),
  ],
);

/** What a passkey is to sign: each once, within minutes, for one purpose. Only the SHA-256 is stored. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: bytes('challenge_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    /** Null where nobody is signed in yet. */
    sessionId: id('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_session_idx').on(t.sessionId),
    index('passkey_challenges_expiry_idx').on(t.expiresAt),
  ],
);
