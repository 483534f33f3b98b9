import { expect, test } from 'vitest';
import { quietDaysIssue, quietHoursIssue } from './quiet-hours.js';

test.each([
  [null, null, null],
  ['22:00', '07:00', null],
  ['07:00', '22:00', null],
  ['00:00', '23:59', null],
  ['22:00', null, 'quietEnd'],
  [null, '07:00', 'quietStart'],
  ['07:00', '07:00', 'quietEnd'],
])('quiet hours from %s to %s: %s', (quietStart, quietEnd, path) => {
  expect(quietHoursIssue({ quietStart, quietEnd })?.path ?? null).toBe(path);
});

test('six days of a week may be quiet, and not seven', () => {
  const six = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
  expect([null, [], [...six]].map((quietDays) => quietDaysIssue({ quietDays }))).toEqual([null, null, null]);
  expect(quietDaysIssue({ quietDays: [...six, 'sunday'] })?.path).toBe('quietDays');
});
