import { expect, test } from 'vitest';
import { durationsIn } from './durations.js';

const plain = (text: string) =>
  text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replace(/[\u00A0\u202F]/g, ' ');

test.each([
  ['en', 'seconds', 1, '1 second'],
  ['en', 'seconds', 59, '59 seconds'],
  ['en', 'seconds', 60, '1 minute'],
  ['en', 'seconds', 90, '90 seconds'],
  ['en', 'seconds', 900, '15 minutes'],
  ['en', 'seconds', 3_600, '1 hour'],
  ['en', 'seconds', 5_400, '90 minutes'],
  ['en', 'seconds', 21_600, '6 hours'],
  ['en', 'minutes', 5, '5 minutes'],
  ['en', 'hours', 1, '1 hour'],
  ['en', 'hours', 24, '24 hours'],
  ['en', 'hours', 47, '47 hours'],
  ['en', 'hours', 48, '2 days'],
  ['en', 'hours', 50, '50 hours'],
  ['en', 'hours', 720, '30 days'],
  ['en', 'days', 1, '1 day'],
  ['en', 'days', 1_100, '1,100 days'],
  ['ar', 'seconds', 120, 'دقيقتان'],
  ['ar', 'seconds', 900, '15 دقيقة'],
  ['ar', 'hours', 6, '6 ساعات'],
  ['de', 'hours', 1, '1 Stunde'],
  ['es', 'days', 7, '7 días'],
  ['fr', 'seconds', 3_600, '1 heure'],
  ['pt', 'minutes', 15, '15 minutos'],
  ['ja', 'hours', 2, '2 時間'],
] as const)('in %s: %s(%i) is %s', (language, unit, n, expected) =>
  expect(plain(durationsIn(language)[unit](n))).toBe(expected),
);
