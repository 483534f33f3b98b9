import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foundParts } from './found-parts.js';

/** What was found stands in brackets. */
const shown = (text: string, ...ranges: readonly (readonly [number, number])[]) =>
  foundParts(
    text,
    ranges.map(([start, end]) => ({ start, end })),
  )
    .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

describe('what was found in a text', () => {
  test.each([
    ['nothing', [], 'red green blue'],
    ['at the beginning', [[0, 3]], '[red] green blue'],
    ['in the middle', [[4, 9]], 'red [green] blue'],
    ['at the end', [[10, 14]], 'red green [blue]'],
    ['all of it', [[0, 14]], '[red green blue]'],
    [
      'twice',
      [
        [0, 3],
        [10, 14],
      ],
      '[red] green [blue]',
    ],
    [
      'side by side',
      [
        [0, 3],
        [3, 4],
      ],
      '[red][ ]green blue',
    ],
    [
      'twice in the same place, or partly',
      [
        [4, 9],
        [4, 9],
        [8, 14],
      ],
      'red [green][ blue]',
    ],
  ] satisfies [string, [number, number][], string][])('%s', (_name, ranges, expected) =>
    expect(shown('red green blue', ...ranges)).toBe(expected),
  );

  test('is a part of all of the text, and no part has the place of another', () => {
    const places = fc.uniqueArray(fc.nat(20), { maxLength: 8 }).map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(places, fc.string({ minLength: 20, maxLength: 25 }), (sorted, text) => {
        const ranges = sorted.flatMap((start, index) => {
          const end = sorted[index + 1];
          return index % 2 === 0 && end !== undefined ? [{ start, end }] : [];
        });
        const parts = foundParts(text, ranges);
        const found = parts.filter(({ isFound }) => isFound).map((part) => part.text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(found).toEqual(ranges.map(({ start, end }) => text.slice(start, end)));
        expect(new Set(parts.map(({ start }) => start)).size).toBe(parts.length);
      }),
    );
  });
});
