import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { NotificationPreference } from '../protocol/records/notification-preference.js';

export type PreferenceRow = InferSelectModel<typeof tables.notificationPreferences>;

/** The channel that a preference is for or, with `channelId` null, the whole server; `serverId` is null for a DM. */
export type Scope = Pick<PreferenceRow, 'serverId' | 'channelId'>;

const UNSET = {
  level: null,
  mutedUntil: null,
  quietStart: null,
  quietEnd: null,
  timezone: null,
  updatedAt: null,
};

/** The record as the service sends it; where nothing is stored, every field is null. */
export function toPreference(scope: Scope, row: PreferenceRow | null): NotificationPreference {
  const { level, mutedUntil, quietStart, quietEnd, timezone, updatedAt } = row ?? UNSET;
  return {
    serverId: scope.serverId,
    channelId: scope.channelId,
    level,
    mutedUntil: mutedUntil && iso(mutedUntil),
    quietStart,
    quietEnd,
    timezone,
    updatedAt: updatedAt && iso(updatedAt),
  };
}
