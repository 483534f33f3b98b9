import { expect, test } from 'vitest';
import { dayAfter, dayField } from './first-of-day.js';

test.each([
  ['2026-03-10', '2026-03-11'],
  ['2026-02-28', '2026-03-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-12-31', '2027-01-01'],
  // The clocks change on this day, in many zones.
  ['2026-03-29', '2026-03-30'],
])('after %s comes %s', (day, next) => expect(dayAfter(day)).toBe(next));

test('a day is written as a field for dates has it', () => {
  expect(dayField(new Date(2026, 2, 5, 23, 59))).toBe('2026-03-05');
});
