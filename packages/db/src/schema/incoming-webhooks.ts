import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { channels } from './channels.js';
import { bytes, id, instant, sealed } from './columns.js';
import { servers } from './servers.js';
import { users } from './users.js';

/**
 * What other programs post to a channel by. Each has an account of its own, which owns itself: so it belongs to no person, and
 * whoever made it may go.
 */
export const incomingWebhooks = pgTable(
  'incoming_webhooks',
  {
    id: id('id').primaryKey(),
    channelId: id('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** The author of its messages. */
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** SHA-256 of the secret in its URL. */
    secretHash: bytes('secret_hash').notNull(),
    /** The person who was shown the URL; null in rows of an older release: who made it. */
    urlShownTo: id('url_shown_to').references(() => users.id),
    /** Since when nobody has been shown its URL: the last one was ended, and there is no other yet. */
    urlEndedAt: instant('url_ended_at'),
    /** Whether `@channel` and `@here` of its messages count. */
    mayMentionAll: boolean('may_mention_all').notNull().default(false),
    /** The secret that GitHub signs its requests with; null for none. */
    githubSecret: sealed('github_secret'),
    createdBy: id('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('incoming_webhooks_channel_idx').on(t.channelId, t.id),
    check('incoming_webhooks_name_length', sql`char_length(${t.name}) between 1 and 64`),
  ],
);

/** The server of each webhook's account, deleted ones too: what all of them have stored counts together. */
export const webhookAccounts = pgTable(
  'webhook_accounts',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id),
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
  },
  (t) => [index('webhook_accounts_server_idx').on(t.serverId, t.userId)],
);
