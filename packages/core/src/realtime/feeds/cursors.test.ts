import { describe, expect, test } from 'vitest';
import { decodeCursors, encodeCursors } from './cursors.js';

describe('cursors encoded in an event id', () => {
  test('are decoded as they were encoded, also for a stream without a cursor', () => {
    const ids = ['a', 'b', 'c'];
    const cursors = new Map([
      ['a', 1_234_567],
      ['c', 0],
    ]);
    expect(encodeCursors(ids, cursors)).toBe('cqglj..0');
    expect(decodeCursors(ids, 'cqglj..0')).toEqual(cursors);
  });

  test.each(['', 'c', 'c1', 'c1.2.3.4', 'x1.2.3', 'c1.-2.3', 'c1.A.3', `c${'z'.repeat(12)}..`])(
    '%s is refused',
    (text) => {
      expect(() => decodeCursors(['a', 'b', 'c'], text)).toThrow('last event id');
    },
  );
});
