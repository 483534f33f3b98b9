import type { NotificationLevel } from '../protocol/records/notification-preference.js';

/** What a person has set for a server or a channel; a null field is not set. */
export interface PreferenceFacts {
  readonly level: NotificationLevel | null;
  /** In milliseconds since 1970. */
  readonly mutedUntil: number | null;
  readonly quietStart: string | null;
  readonly quietEnd: string | null;
  readonly timezone: string | null;
}

/** Where a value of the preference in force comes from. */
export type Source = 'channel' | 'server' | 'account' | 'channelDefault' | 'default';

interface From<Value> {
  readonly value: Value;
  readonly from: Source;
}

/** The preference in force: of a channel over its server, field by field (docs/reference.md, Notification preferences). */
export interface EffectivePreference {
  readonly level: From<NotificationLevel>;
  readonly mutedUntil: From<number | null>;
  readonly quietHours: From<{ readonly start: string; readonly end: string } | null>;
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
  defaultLevel,
  timezone,
  dndUntil,
}: PreferenceSources): EffectivePreference {
  const first = <Value>(read: (set: PreferenceFacts) => Value | null): From<Value> | null => {
    const [ofChannel, ofServer] = [channel && read(channel), server && read(server)];
    if (ofChannel !== null) return { value: ofChannel, from: 'channel' };
    return ofServer === null ? null : { value: ofServer, from: 'server' };
  };
  const ofAdmins: From<NotificationLevel> | null =
    defaultLevel === null ? null : { value: defaultLevel, from: 'channelDefault' };
  const ofAccount: From<string> | null = timezone === null ? null : { value: timezone, from: 'account' };
  return {
    level: first((set) => set.level) ?? ofAdmins ?? { value: isDm ? 'all' : 'mentions', from: 'default' },
    mutedUntil: first((set) => set.mutedUntil) ?? { value: null, from: 'default' },
    quietHours: first(quietHoursOf) ?? { value: null, from: 'default' },
    timezone: first((set) => set.timezone) ?? ofAccount ?? { value: 'UTC', from: 'default' },
    dndUntil,
  };
}

/** They are set and cleared together. */
function quietHoursOf({ quietStart, quietEnd }: PreferenceFacts) {
  return quietStart === null || quietEnd === null ? null : { start: quietStart, end: quietEnd };
}
