import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { channels } from './channels.js';
import { id, instant } from './columns.js';
import { notificationLevel } from './notification-level.js';
import { servers } from './servers.js';
import { users } from './users.js';

/**
 * With `channel_id` null, the preference for the whole server; with `server_id` null, for a direct message. A null field
 * takes the value of the wider preference.
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
    check('notification_preferences_scope', sql`${t.serverId} is not null or ${t.channelId} is not null`),
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
