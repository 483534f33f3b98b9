import { expect, test } from 'vitest';
import { parseRss } from './memory.js';

test('parses the resident set size in bytes', () => {
  expect(
    parseRss('55d0-7ffe ---p 00000000 00:00 0 [rollup]\nRss:   70000 kB\nPss:   60000 kB\nPss_Dirty: 1 kB\n'),
  ).toBe(71_680_000);
  expect(() => parseRss('')).toThrow('no Rss');
});
