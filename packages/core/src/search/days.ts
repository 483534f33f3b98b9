import type { Day } from './query.js';

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** The first day that a date names, and the day after its last one. */
export interface DaySpan {
  readonly first: Day;
  readonly next: Day;
}

/** Reads `2026-05-31`, `2026-05` or `2026`; null for anything else, and for a day that no calendar has. */
export function readDate(text: string): DaySpan | null {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || Number(year) < 1970) return null;
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`;
  const date = new Date(`${first}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || dayOf(date) !== first) return null;
  if (day !== undefined) date.setUTCDate(date.getUTCDate() + 1);
  else if (month !== undefined) date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCFullYear(date.getUTCFullYear() + 1);
  // The year 10000 has another form.
  const next = date.getUTCFullYear() > 9999 ? '9999-12-31' : dayOf(date);
  return { first, next };
}

function dayOf(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

/** When a day begins in a time zone. Where daylight saving leaves midnight out, it begins at the first instant after it. */
export function beginningOf(day: Day, timezone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - offsetAt(timezone, midnight);
  const offset = offsetAt(timezone, guess);
  const begins = midnight - offset;
  return new Date(offsetAt(timezone, begins) === offset ? begins : Math.max(guess, begins));
}

/** By how many milliseconds the clocks of a zone are ahead of UTC. A zone that this release of Node does not know is UTC. */
function offsetAt(timeZone: string, at: number): number {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
      at,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const [, sign, hours, minutes = '0'] = /^GMT([+-])(\d{2}):?(\d{2})?/.exec(name) ?? [];
    if (hours === undefined) return 0;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  } catch {
    return 0;
  }
}
