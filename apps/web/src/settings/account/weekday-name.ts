import type { Weekday } from '@palaver/client';
import { WEEKDAYS } from './preference-in.js';

/** A Monday. */
const FIRST_DAY = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

/** What a day of the week is called in a language. */
export function weekdayName(day: Weekday, language: string, weekday: 'short' | 'long'): string {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
  return format.format(FIRST_DAY + WEEKDAYS.indexOf(day) * DAY_MS);
}
