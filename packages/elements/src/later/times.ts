const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MORNING = 9;
const MONDAY = 1;

/** Times that people choose: in an hour, the next morning, and the morning of the next Monday. */
export function usualTimes(now: Date): readonly Date[] {
  // Not by the fields of the time: where the clocks go back, they mean the first of two times.
  const inAnHour = new Date(Math.floor((now.getTime() + HOUR_MS) / MINUTE_MS) * MINUTE_MS);
  const tomorrow = morningAfter(now, 1);
  const days = (MONDAY + 7 - now.getDay()) % 7 || 7;
  const monday = morningAfter(now, days);
  return days === 1 ? [inAnHour, tomorrow] : [inAnHour, tomorrow, monday];
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
