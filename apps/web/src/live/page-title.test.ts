import { expect, test } from 'vitest';
import { titleOf } from './page-title.js';

test.each([
  [0, '#general – Palaver'],
  [3, '(3) #general – Palaver'],
  [120, '(99+) #general – Palaver'],
])('with %i that wait the title is %j', (waiting, title) =>
  expect(titleOf('#general – Palaver', waiting)).toBe(title),
);
