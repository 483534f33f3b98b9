import type { NotificationLevel, Weekday } from '../protocol/records/notification-preference.js';

/** What a person has set for a server, a channel or the whole account; a null field is not set. */
export interface PreferenceFacts {
  readonly level: NotificationLevel | null;
  /** In milliseconds since 1970. */
  readonly mutedUntil: number | null;
  readonly quietStart: string | null;
  readonly quietEnd: string | null;
  readonly quietDays: readonly Weekday[] | null;
  readonly timezone: string | null;
}

/** Times of day as `HH:MM`; an end before the start is on the next day. */
export interface QuietHours {
  readonly start: string;
  readonly end: string;
}

/** Where a value of the preference in force comes from. */
export type Source = 'channel' | 'server' | 'account' | 'channelDefault' | 'default';

interface From<Value> {
  readonly value: Value;
  readonly from: Source;
}

/**
 * The preference in force: of a channel over its server, and of that over the account, field by field (docs/reference.md,
 * Notification preferences).
 */
export interface EffectivePreference {
  readonly level: From<NotificationLevel>;
  readonly mutedUntil: From<number | null>;
  readonly quietHours: From<QuietHours | null>;
  readonly quietDays: From<readonly Weekday[]>;
  readonly timezone: From<string>;
  /** Until when the person is not to be disturbed anywhere, in milliseconds since 1970. */
  readonly dndUntil: number | null;
}

/** What the preference in force is made of. */
export interface PreferenceSources {
  readonly isDm: boolean;
  readonly channel: PreferenceFacts | null;
  /** Null for a direct message. */
  readonly server: PreferenceFacts | null;
  readonly account: PreferenceFacts | null;
  /** What the admins have set for those who have set none; null for the rule of servers, and for a direct message. */
  readonly defaultLevel: NotificationLevel | null;
  /** The person's own time zone. */
  readonly timezone: string | null;
  /** In milliseconds since 1970. */
  readonly dndUntil: number | null;
}

export function effectivePreference({
  isDm,
  channel,
  server,
  account,
  defaultLevel,
  timezone,
  dndUntil,
}: PreferenceSources): EffectivePreference {
  const scopes = [
    ['channel', channel],
    ['server', server],
    // In a direct message every message is for the person, so the level of the account is for servers.
    ['account', account && isDm ? { ...account, level: null } : account],
  ] as const;
  const first = <Value>(read: (set: PreferenceFacts) => Value | null): From<Value> | null => {
    for (const [from, set] of scopes) {
      const value = set && read(set);
      if (value !== null) return { value, from };
    }
    return null;
  };
  const ofAdmins: From<NotificationLevel> | null =
    defaultLevel === null ? null : { value: defaultLevel, from: 'channelDefault' };
  const ofAccount: From<string> | null = timezone === null ? null : { value: timezone, from: 'account' };
  return {
    level: first((set) => set.level) ?? ofAdmins ?? { value: isDm ? 'all' : 'mentions', from: 'default' },
    mutedUntil: first((set) => set.mutedUntil) ?? { value: null, from: 'default' },
    quietHours: first(quietHoursOf) ?? { value: null, from: 'default' },
    quietDays: first((set) => set.quietDays) ?? { value: [], from: 'default' },
    timezone: first((set) => set.timezone) ?? ofAccount ?? { value: 'UTC', from: 'default' },
    dndUntil,
  };
}

/** They are set and cleared together. */
function quietHoursOf({ quietStart, quietEnd }: PreferenceFacts): QuietHours | null {
  return quietStart === null || quietEnd === null ? null : { start: quietStart, end: quietEnd };
}
