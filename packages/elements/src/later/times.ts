const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MORNING = 9;
const MONDAY = 1;

/** A time that people choose. */
export interface UsualTime {
  readonly name: 'minutes' | 'hour' | 'tomorrow' | 'monday';
  readonly time: Date;
}

/** In 20 minutes, in an hour, the next morning, and the morning of the next Monday where that is another one. */
export function usualTimes(now: Date): readonly UsualTime[] {
  // Not by the fields of the time: where the clocks go back, they mean the first of two times.
  const inMs = (ms: number) => new Date(Math.floor((now.getTime() + ms) / MINUTE_MS) * MINUTE_MS);
  const soon = [
    { name: 'minutes', time: inMs(20 * MINUTE_MS) },
    { name: 'hour', time: inMs(HOUR_MS) },
    { name: 'tomorrow', time: morningAfter(now, 1) },
  ] as const;
  const days = (MONDAY + 7 - now.getDay()) % 7 || 7;
  return days === 1 ? soon : [...soon, { name: 'monday', time: morningAfter(now, days) }];
}

/** The times of these at which messages are sent later. */
export function sendingTimes(now: Date): readonly Date[] {
  return usualTimes(now).flatMap(({ name, time }) => (name === 'minutes' ? [] : [time]));
}

function morningAfter(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}

/** A time as people say it. */
export function shownTime(time: Date, locale: string): string {
  return time.toLocaleString(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** A time as a field for times has it, in the time zone of the device. */
export function fieldValue(time: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}
