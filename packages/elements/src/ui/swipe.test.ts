import { describe, expect, test } from 'vitest';
import { Swipe } from './swipe.js';

/** Moves a finger from 100, 100, and says how far what lies below it is drawn, and whether it was a swipe. */
function swiped(direction: 1 | -1, ...path: readonly (readonly [number, number])[]) {
  const swipe = new Swipe(100, 100, direction);
  const drawn = path.map(([x, y]) => swipe.move(x, y));
  return { drawn: drawn.at(-1), isDone: swipe.isDone };
}

describe('a finger', () => {
  test.each<[string, 1 | -1, readonly (readonly [number, number])[], number, boolean]>([
    [
      'that is drawn far enough swipes',
      1,
      [
        [120, 102],
        [200, 110],
      ],
      64,
      true,
    ],
    [
      'that is drawn to the left where lines run to the left swipes',
      -1,
      [
        [80, 100],
        [0, 100],
      ],
      64,
      true,
    ],
    ['that is not drawn far enough does not', 1, [[130, 100]], 18, false],
    [
      'that comes back does not',
      1,
      [
        [200, 100],
        [105, 100],
      ],
      0,
      false,
    ],
    [
      'that scrolls first does not',
      1,
      [
        [102, 130],
        [250, 130],
      ],
      0,
      false,
    ],
    [
      'that goes the other way first does not',
      1,
      [
        [60, 100],
        [250, 100],
      ],
      0,
      false,
    ],
    ['that rests does not', 1, [[103, 101]], 0, false],
    [
      'that has begun to swipe may move up and down',
      1,
      [
        [130, 100],
        [190, 160],
      ],
      64,
      true,
    ],
  ])('%s', (_name, direction, path, drawn, isDone) => {
    expect(swiped(direction, ...path)).toEqual({ drawn, isDone });
  });
});
