import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { channels } from './channels.js';
import { id, instant } from './columns.js';
import { notificationLevel } from './notification-level.js';
import { servers } from './servers.js';
import { users } from './users.js';

export const weekday = pgEnum('weekday', [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]);

/**
 * With `channel_id` null, the preference for the whole server; with `server_id` null, for a direct message; with both null,
 * for the whole account. A null field takes the value of the wider preference.
 */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serverId: id('server_id').references(() => servers.id, { onDelete: 'cascade' }),
    channelId: id('channel_id').references(() => channels.id, { onDelete: 'cascade' }),
    level: notificationLevel('level'),
    mutedUntil: instant('muted_until'),
    quietStart: text('quiet_start'),
    quietEnd: text('quiet_end'),
    quietDays: weekday('quiet_days').array(),
    timezone: text('timezone'),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    unique('notification_preferences_key').on(t.userId, t.serverId, t.channelId).nullsNotDistinct(),
    index('notification_preferences_server_idx').on(t.serverId),
    index('notification_preferences_channel_idx').on(t.channelId),
    // Whom every message of a channel may notify.
    index('notification_preferences_all_in_channel_idx')
      .on(t.channelId, t.userId)
      .where(sql`${t.level} = 'all' and ${t.channelId} is not null`),
    index('notification_preferences_all_in_server_idx')
      .on(t.serverId, t.userId)
      .where(sql`${t.level} = 'all' and ${t.channelId} is null`),
    index('notification_preferences_all_in_account_idx')
      .on(t.userId)
      .where(sql`${t.level} = 'all' and ${t.serverId} is null and ${t.channelId} is null`),
    check(
      'notification_preferences_quiet_together',
      sql`(${t.quietStart} is null) = (${t.quietEnd} is null)`,
    ),
    check(
      'notification_preferences_quiet_format',
      sql`${t.quietStart} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and ${t.quietEnd} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
    ),
  ],
);

/** Words that notify a person wherever they are said, in the order in which the person has written them. */
export const notificationKeywords = pgTable(
  'notification_keywords',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    keyword: text('keyword').notNull(),
    /** Its words, folded, as messages are compared with them. */
    words: text('words').notNull(),
    /** The longest of its words: a message without it does not have the keyword. */
    longest: text('longest').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.position] }),
    index('notification_keywords_longest_idx').on(t.longest),
  ],
);
