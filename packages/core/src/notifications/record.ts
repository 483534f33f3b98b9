import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { NotificationPreference } from '../protocol/records/notification-preference.js';

export type PreferenceRow = InferSelectModel<typeof tables.notificationPreferences>;

/**
 * The channel that a preference is for or, with `channelId` null, the whole server; `serverId` is null for a DM. With both null
 * it is for the whole account.
 */
export type Scope = Pick<PreferenceRow, 'serverId' | 'channelId'>;

/** The scope of the preference for the whole account. */
export const ACCOUNT: Scope = { serverId: null, channelId: null };

export function isAccount({ serverId, channelId }: Scope): boolean {
  return serverId === null && channelId === null;
}

const UNSET = {
  level: null,
  mutedUntil: null,
  quietStart: null,
  quietEnd: null,
  quietDays: null,
  timezone: null,
  updatedAt: null,
};

/** The record as the service sends it; where nothing is stored, every field is null. Only an account has keywords. */
export function toPreference(
  scope: Scope,
  row: PreferenceRow | null,
  keywords: readonly string[] | null,
): NotificationPreference {
  const { level, mutedUntil, quietStart, quietEnd, quietDays, timezone, updatedAt } = row ?? UNSET;
  return {
    serverId: scope.serverId,
    channelId: scope.channelId,
    level,
    mutedUntil: mutedUntil && iso(mutedUntil),
    quietStart,
    quietEnd,
    quietDays,
    timezone,
    keywords: keywords && [...keywords],
    updatedAt: updatedAt && iso(updatedAt),
  };
}
