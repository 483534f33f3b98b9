import type { Issue } from '../protocol/error-codes.js';
import type { Weekday } from '../protocol/records/notification-preference.js';
import type { QuietHours } from './preference-facts.js';
import type { PreferenceRow } from './record.js';

/**
 * Why quiet hours cannot be stored, or null when they can. Both ends are set together, and they differ: from one time
 * to the same could mean never or always, and always is what the level `nothing` is for.
 */
export function quietHoursIssue({
  quietStart,
  quietEnd,
}: Pick<PreferenceRow, 'quietStart' | 'quietEnd'>): Issue | null {
  if ((quietStart === null) !== (quietEnd === null)) {
    const path = quietStart === null ? 'quietStart' : 'quietEnd';
    return { path, message: 'quietStart and quietEnd are set, and cleared, together' };
  }
  if (quietStart === null || quietStart !== quietEnd) return null;
  return {
    path: 'quietEnd',
    message: 'must differ from quietStart; for no notifications set the level "nothing"',
  };
}

/** Why quiet days cannot be stored, or null when they can: a week without a loud day is what the level `nothing` is for. */
export function quietDaysIssue({ quietDays }: Pick<PreferenceRow, 'quietDays'>): Issue | null {
  if (quietDays === null || quietDays.length < DAYS_OF_WEEK) return null;
  return {
    path: 'quietDays',
    message: 'must leave a day of the week; for no notifications set the level "nothing"',
  };
}

/** When it is quiet, by the clock on the wall. */
export interface Quiet {
  readonly hours: QuietHours | null;
  readonly days: readonly Weekday[];
}

/**
 * Whether an instant (in milliseconds since 1970) is quiet by the clock on the wall of a time zone. So an hour that daylight
 * saving repeats is quiet both times, and one that it leaves out is never.
 */
export function isQuiet(quiet: Quiet, timezone: string, at: number): boolean {
  return isQuietDay(quiet, timezone, at) || isQuietHour(quiet, timezone, at);
}

function isQuietDay({ days }: Quiet, timezone: string, at: number): boolean {
  return days.length > 0 && days.some((day) => day === localWeekday(timezone, at));
}

function isQuietHour({ hours }: Quiet, timezone: string, at: number): boolean {
  if (hours === null) return false;
  const { start, end } = hours;
  const time = localTime(timezone, at);
  return start < end ? start <= time && time < end : start <= time || time < end;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const DAYS_OF_WEEK = 7;
const MIDNIGHT = '00:00';

/**
 * The first instant at or after `at` that is not quiet. On a night of daylight saving it may come up to an hour late, and
 * never early.
 */
export function nextUnquiet(quiet: Quiet, timezone: string, at: number): number {
  let instant = at;
  while (isQuiet(quiet, timezone, instant)) {
    const end = isQuietDay(quiet, timezone, instant) ? MIDNIGHT : (quiet.hours?.end ?? MIDNIGHT);
    const now = minutesOf(localTime(timezone, instant));
    const left = (minutesOf(end) - now + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
    // By the hour, because the clock on the wall may change on the way. Seconds are left out.
    instant = Math.floor(instant / MINUTE_MS + Math.min(left, 60)) * MINUTE_MS;
  }
  return instant;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** The time of day in a zone, as `HH:MM`. */
export function localTime(timezone: string, at: number): string {
  return clockOf(timezone).time.format(at);
}

/** The day of the week in a zone, in the words of `Weekday`. */
function localWeekday(timezone: string, at: number): string {
  return clockOf(timezone).day.format(at).toLowerCase();
}

interface WallClock {
  readonly time: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
}

const clocks = new Map<string, WallClock>();

/** Of a zone that this release of Node does not know any more, the clock of UTC. */
function clockOf(timezone: string): WallClock {
  const known = clocks.get(timezone);
  if (known) return known;
  const fresh = newClock(timezone) ?? clockOf('UTC');
  clocks.set(timezone, fresh);
  return fresh;
}

function newClock(timeZone: string): WallClock | null {
  const clock = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...parts });
  try {
    return {
      time: clock({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      day: clock({ weekday: 'long' }),
    };
  } catch {
    return null;
  }
}
