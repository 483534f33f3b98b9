const KINDS = {
  clock: { hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
  minute: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  full: { dateStyle: 'full', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Kind = keyof typeof KINDS;

/** By kind and locale: to make one takes longer than to use it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(kind: Kind, locale: string): Intl.DateTimeFormat {
  const key = `${kind} ${locale}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, KINDS[kind]);
  formats.set(key, format);
  return format;
}

/** The time of day. */
export function clockOf(time: Date, locale: string): string {
  return formatOf('clock', locale).format(time);
}

/** The same for a narrow place: without what says which half of the day it is. */
export function shortClockOf(time: Date, locale: string): string {
  const parts = formatOf('clock', locale).formatToParts(time);
  return parts
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
    .trim();
}

/** The day, with its weekday and year. */
export function dayOf(time: Date, locale: string): string {
  return formatOf('day', locale).format(time);
}

/** Whether a time is of today or of the day before; null for any other. A day has not 24 hours where the clocks change. */
export function nearDay(time: Date, now: Date): 'today' | 'yesterday' | null {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (time.toDateString() === now.toDateString()) return 'today';
  return time.toDateString() === yesterday.toDateString() ? 'yesterday' : null;
}

/** The time of today, else the day. */
export function shortTimeOf(time: Date, now: Date, locale: string): string {
  if (nearDay(time, now) === 'today') return clockOf(time, locale);
  return formatOf('short', locale).format(time);
}

/** The time of today, else the day with the time of day. */
export function minuteOf(time: Date, now: Date, locale: string): string {
  return nearDay(time, now) === 'today' ? clockOf(time, locale) : formatOf('minute', locale).format(time);
}

/** The day and the time of day, to the second. */
export function fullTimeOf(time: Date, locale: string): string {
  return formatOf('full', locale).format(time);
}
