import { expect, test } from 'vitest';
import { quietHoursIssue } from './quiet-hours.js';

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
