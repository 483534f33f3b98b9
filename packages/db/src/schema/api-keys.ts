import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from './columns.js';

/**
 * The keys of other backends (docs/identity.md, API keys). Only the SHA-256 of the key is stored; a revoked key has no row.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id('id').primaryKey(),
    name: text('name').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Who made it: the admin's username, or the name of the operator's system user, at that time. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('api_keys_token_hash_key').on(t.tokenHash),
    check('api_keys_token_hash_is_sha256', sql`octet_length(${t.tokenHash}) = 32`),
    check('api_keys_name_length', sql`char_length(${t.name}) between 1 and 100`),
  ],
);

/** The tokens of other issuers that were exchanged for a session, until they would be refused as too old. */
export const usedTokens = pgTable(
  'used_tokens',
  {
    /** The SHA-256 of the issuer's name and the token's `jti`. */
    tokenHash: bytes('token_hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('used_tokens_expiry_idx').on(t.expiresAt)],
);
