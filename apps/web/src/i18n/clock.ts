/** By locale: to make one takes longer than to use it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string): Intl.DateTimeFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  formats.set(locale, format);
  return format;
}

/** The time of day. */
export function clockOf(time: Date, locale: string): string {
  return formatOf(locale).format(time);
}

/** The same for a narrow place: without what says which half of the day it is. */
export function shortClockOf(time: Date, locale: string): string {
  const parts = formatOf(locale).formatToParts(time);
  return parts
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
    .trim();
}
