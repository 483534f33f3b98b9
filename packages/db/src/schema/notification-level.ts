import { pgEnum } from 'drizzle-orm/pg-core';

/** Which messages notify; of preferences, and of the default of a channel. */
export const notificationLevel = pgEnum('notification_level', ['all', 'mentions', 'nothing']);
