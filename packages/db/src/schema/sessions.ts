import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from './columns.js';
import { users } from './users.js';

/**
 * A session: its token authenticates the user. Only the token's SHA-256 is stored.
 * A bot's token is a session that does not expire (`expires_at` null); rotation ends it.
 * `wrong_passwords` counts the wrong passwords given in a session since the last right one.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash').notNull(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at'),
    absoluteExpiresAt: instant('absolute_expires_at'),
    wrongPasswords: smallint('wrong_passwords').notNull().default(0),
    /** How the person signed in; the name of the provider stands after `provider:`. */
    method: text('method').notNull().default('password'),
    /** The network of the client that signed in, and of the last renewal; null where unknown, and for bots. */
    signedInFrom: text('signed_in_from'),
    lastUsedFrom: text('last_used_from'),
    /** When the person last proved who they are in this session, beside its token. */
    verifiedAt: instant('verified_at'),
    /** What the token of a bot may do; null for everything that bots may, and for people. */
    scopes: text('scopes').array(),
  },
  (t) => [
    uniqueIndex('sessions_token_hash_key').on(t.tokenHash),
    index('sessions_user_idx').on(t.userId, t.id),
    index('sessions_expiry_idx').on(t.expiresAt),
    check('sessions_token_hash_is_sha256', sql`octet_length(${t.tokenHash}) = 32`),
    check('sessions_ends_together', sql`(${t.expiresAt} is null) = (${t.absoluteExpiresAt} is null)`),
  ],
);

/**
 * The networks from which a person has signed in (docs/reference.md, section 5). Wrong passwords from other networks do
 * not delay sign-ins from these.
 */
export const knownNetworks = pgTable(
  'known_networks',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    network: text('network').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.network] }),
    index('known_networks_last_used_idx').on(t.lastUsedAt),
    check('known_networks_network_length', sql`char_length(${t.network}) <= 64`),
  ],
);

/** A single-use ticket with which a browser opens the WebSocket (`POST /api/ws/ticket`). */
export const wsTickets = pgTable(
  'ws_tickets',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    sessionId: id('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('ws_tickets_session_idx').on(t.sessionId), index('ws_tickets_expiry_idx').on(t.expiresAt)],
);
