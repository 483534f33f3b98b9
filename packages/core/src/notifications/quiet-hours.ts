import type { Issue } from '../protocol/error-codes.js';
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

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Whether an instant (in milliseconds since 1970) lies in quiet hours by the clock on the wall of a time zone. So an
 * hour that daylight saving repeats is quiet both times, and one that it leaves out is never.
 */
export function isQuiet(
  { start, end }: { readonly start: string; readonly end: string },
  timezone: string,
  at: number,
): boolean {
  const time = localTime(timezone, at);
  return start < end ? start <= time && time < end : start <= time || time < end;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * The first instant at or after `at` that quiet hours do not cover. On a night of daylight saving it may come up to an hour
 * late, and never early.
 */
export function nextUnquiet(
  hours: { readonly start: string; readonly end: string },
  timezone: string,
  at: number,
): number {
  let instant = at;
  while (isQuiet(hours, timezone, instant)) {
    const left = (minutesOf(hours.end) - minutesOf(localTime(timezone, instant)) + DAY_MINUTES) % DAY_MINUTES;
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
  return clockOf(timezone).format(at);
}

/** Of a zone that this release of Node does not know any more, the clock of UTC. */
function clockOf(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone);
  if (known) return known;
  const fresh = newClock(timezone) ?? clockOf('UTC');
  clocks.set(timezone, fresh);
  return fresh;
}

function newClock(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    return null;
  }
}
