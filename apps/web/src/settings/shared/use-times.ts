import { useMemo } from 'react';
import { useI18n } from '../../i18n/i18n.js';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Instants in words of the chosen language. */
export function useTimes() {
  const { language } = useI18n();
  return useMemo(() => timesIn(language), [language]);
}

export function timesIn(language: string) {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const full = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    /** "3 hours ago", or "in 3 hours". */
    ago: (instant: string) => {
      const seconds = (Date.parse(instant) - Date.now()) / 1000;
      const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
      return relative.format(Math.round(seconds / size), unit);
    },
    /** The day and the time. */
    moment: (instant: string) => full.format(new Date(instant)),
  };
}
