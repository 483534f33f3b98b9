import { expect, test } from 'vitest';
import { lengthLeft } from './length-left.js';

test.each([
  ['', null],
  ['x'.repeat(3_799), null],
  ['x'.repeat(3_800), 200],
  ['x'.repeat(4_000), 0],
  ['x'.repeat(4_012), -12],
  ['😀'.repeat(3_799), null],
  ['😀'.repeat(4_000), 0],
  ['😀'.repeat(4_001), -1],
])('%#', (content, left) => expect(lengthLeft(content)).toBe(left));
