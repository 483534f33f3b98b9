import { expect, test } from 'vitest';
import { byteRange } from './byte-range.js';

test.each([
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=2-4', 10, { start: 2, end: 4 }],
  ['bytes=7-', 10, { start: 7, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-99', 10, { start: 0, end: 9 }],
  ['bytes=5-99', 10, { start: 5, end: 9 }],
  ['bytes=0-99999999999999999999999', 10, { start: 0, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=99-100', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  ['bytes=5-2', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-1,4-5', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['bytes=+1-2', 10, undefined],
  ['bytes=1.5-2', 10, undefined],
  ['bytes', 10, undefined],
  ['chapters=1-2', 10, undefined],
  ['', 10, undefined],
  [undefined, 10, undefined],
])('%s of %i bytes', (header, size, range) => {
  expect(byteRange(header, size)).toEqual(range);
});
