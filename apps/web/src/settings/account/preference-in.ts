import type { NotificationLevel, Weekday } from '@palaver/client';
import { FOR_EVER } from '../../chat/muting.js';
import { endOf } from './spans.js';

const LEVELS: readonly NotificationLevel[] = ['all', 'mentions', 'nothing'];

/** The days of the week as the service names them. */
export const WEEKDAYS: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

/** What a form says of notifications. What is empty there is as elsewhere; a time that is kept is not sent. */
export function preferenceIn(form: FormData, now = new Date()) {
  const text = (name: string) => String(form.get(name) ?? '');
  const muted = text('muted');
  const days = WEEKDAYS.filter((day) => form.getAll('quietDays').includes(day));
  return {
    level: LEVELS.find((level) => level === text('level')) ?? null,
    ...(muted === 'keep' ? {} : { mutedUntil: muted === 'for-ever' ? FOR_EVER : endOf(muted, now) }),
    quietStart: text('quietStart') || null,
    quietEnd: text('quietEnd') || null,
    // None is as elsewhere, as all that is empty.
    quietDays: days.length > 0 ? days : null,
    timezone: text('timezone') || null,
  };
}

/** The keywords that a form has, one on each line. */
export function keywordsIn(form: FormData): string[] {
  const lines = String(form.get('keywords') ?? '').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
