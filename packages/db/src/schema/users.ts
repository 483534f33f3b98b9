import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { externalId, id, indexedForm, instant, isOlderForm, metadata } from './columns.js';

export const dmsFrom = pgEnum('dms_from', ['everyone', 'servers', 'nobody']);

/**
 * People and bots (docs/reference.md, section 2).
 * A deleted account keeps its row, so that its messages still have an author; its name becomes free again.
 */
export const users = pgTable(
  'users',
  {
    id: id('id').primaryKey(),
    username: text('username').notNull(),
    displayName: text('display_name').notNull(),
    status: text('status').notNull().default(''),
    statusEmoji: text('status_emoji'),
    /** When the status ends, by the clock of the database; null for one without an end. */
    statusExpiresAt: instant('status_expires_at'),
    /** Until when the person is not to be disturbed; what is past is over. */
    dndUntil: instant('dnd_until'),
    bot: boolean('bot').notNull().default(false),
    botOwnerId: id('bot_owner_id').references((): AnyPgColumn => users.id),
    email: text('email'),
    /** The address that was shown to be the person's. One that was changed since is not. */
    verifiedEmail: text('verified_email'),
    /** An address that counts once the link of the mail to it was followed; it may be that of others, too. */
    pendingEmail: text('pending_email'),
    timezone: text('timezone'),
    /** Whether those who are in a server with the person see it. */
    sharesTimezone: boolean('shares_timezone').notNull().default(false),
    /** Whether the person shows their read positions to others, and sees theirs. */
    readReceipts: boolean('read_receipts').notNull().default(true),
    passwordHash: text('password_hash'),
    avatarPath: text('avatar_path'),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
    /** Whether nobody sees that the person is online. */
    invisible: boolean('invisible').notNull().default(false),
    /** Who may open a direct message with this account. */
    dmsFrom: dmsFrom('dms_from').notNull().default('everyone'),
    /** Whether the person administers this instance (docs/reference.md, Administration). */
    admin: boolean('admin').notNull().default(false),
    /** From then on nobody is signed in as this account. A person's bots have the same instant. */
    deactivatedAt: instant('deactivated_at'),
    externalId: externalId(),
    metadata: metadata(),
    /** The names as they are found (packages/core, users/name-index.ts); null until they are indexed. */
    foundAs: text('found_as'),
    /** The parts of `foundAs` that the index has. */
    nameParts: text('name_parts').array(),
    /** Of `foundAs`. */
    foundForm: indexedForm('found_form'),
  },
  (t) => [
    uniqueIndex('users_username_key').on(sql`lower(${t.username})`).where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`).where(sql`${t.deletedAt} is null`),
    index('users_pending_email_idx')
      .on(sql`lower(${t.pendingEmail})`)
      .where(sql`${t.pendingEmail} is not null`),
    index('users_bot_owner_idx').on(t.botOwnerId, t.id).where(sql`${t.botOwnerId} is not null`),
    index('users_avatar_idx').on(t.avatarPath).where(sql`${t.avatarPath} is not null`),
    index('users_name_parts_idx').using('gin', t.nameParts),
    index('users_older_form_idx')
      .on(t.id)
      .where(sql`${isOlderForm(t.foundForm)} and ${t.deletedAt} is null`),
    index('users_status_expires_idx').on(t.statusExpiresAt).where(sql`${t.statusExpiresAt} is not null`),
    index('users_admin_idx').on(t.id).where(sql`${t.admin}`),
    check('users_admin_is_person', sql`not (${t.admin} and ${t.bot})`),
    check('users_username_length', sql`char_length(${t.username}) between 2 and 32`),
    check('users_display_name_length', sql`char_length(${t.displayName}) between 1 and 64`),
    check('users_status_length', sql`char_length(${t.status}) <= 128`),
    check('users_status_emoji_length', sql`char_length(${t.statusEmoji}) between 1 and 64`),
    check('users_bot_has_owner', sql`${t.bot} = (${t.botOwnerId} is not null)`),
    // A person without one signs in by a provider, a passkey or the backend that made the account.
    check('users_bot_has_no_password', sql`not ${t.bot} or ${t.passwordHash} is null`),
    uniqueIndex('users_external_id_key')
      .on(t.externalId)
      .where(sql`${t.externalId} is not null and ${t.deletedAt} is null`),
  ],
);

/**
 * Work that is still to be done: a stream has not been told of an account's latest profile. It is a server's or, where they
 * share a direct message, another user's; the column is older than the second kind. A change writes one row for each of
 * them, thousands at once; so there are no foreign keys, and a row that names nothing is dropped when its turn comes.
 */
export const unpublishedProfiles = pgTable(
  'unpublished_profiles',
  { userId: id('user_id').notNull(), streamId: id('server_id').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.streamId] })],
);

/** Whom a person has blocked. Nobody else reads it. */
export const userBlocks = pgTable(
  'user_blocks',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    blockedId: id('blocked_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.blockedId] }), index('user_blocks_blocked_idx').on(t.blockedId)],
);
