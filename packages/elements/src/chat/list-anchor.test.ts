import { describe, expect, test } from 'vitest';
import {
  type Anchor,
  afterNewest,
  afterScroll,
  END,
  heldOffset,
  isNearEnd,
  isSeen,
  NO_ANCHOR,
} from './list-anchor.js';

const atEnd = { offset: 1_500, viewport: 500, content: 2_000 };
const row: Anchor = { kind: 'row', key: 'a', top: 64 };

describe('the end of a list', () => {
  test.each([
    ['at it', 1_500, true],
    ['39 pixels above it', 1_461, true],
    ['40 pixels above it', 1_460, false],
  ])('%s', (_place, offset, expected) => {
    expect(isNearEnd({ ...atEnd, offset })).toBe(expected);
  });
});

test.each([
  [1_500, 40, true],
  [1_499, 40, false],
  [1_980, 20, true],
  [1_980, 21, false],
])('a row at %i of %i pixels is wholly seen: %s', (offset, size, expected) => {
  expect(isSeen(atEnd, { offset, size })).toBe(expected);
});

describe('after the list has scrolled', () => {
  test.each<readonly [string, Anchor, Partial<typeof atEnd>, boolean, Anchor]>([
    ['the person who scrolls up leaves the end', END, { offset: 1_300 }, false, NO_ANCHOR],
    ['the person who scrolls leaves a row', row, { offset: 1_300 }, false, NO_ANCHOR],
    ['the person who comes to the end is at it', NO_ANCHOR, { offset: 1_520 }, false, END],
    ['the end of what is loaded is not the end', NO_ANCHOR, { offset: 1_520 }, true, NO_ANCHOR],
    ['a smaller list keeps the end', END, { viewport: 300 }, false, END],
    ['a larger content keeps the end', END, { content: 2_300, offset: 1_400 }, false, END],
    ['another size keeps the row', row, { content: 2_300, offset: 1_800 }, false, row],
    ['what the list has scrolled by itself keeps the row', row, { offset: 1_501 }, false, row],
  ])('%s', (_case, anchor, change, hasNewer, expected) => {
    expect(afterScroll(anchor, atEnd, { ...atEnd, ...change }, hasNewer)).toEqual(expected);
  });
});

test('who sees the end goes with what is new; who reads further up stays', () => {
  expect(afterNewest(row, true)).toEqual(END);
  expect(afterNewest(row, false)).toEqual(row);
  expect(afterNewest(NO_ANCHOR, false)).toEqual(NO_ANCHOR);
});

describe('how far the list is scrolled for its anchor', () => {
  test.each<readonly [string, Anchor, { offset: number; size: number } | null, number | null]>([
    ['the end', END, null, 1_500],
    ['a row below the upper edge', row, { offset: 900, size: 40 }, 836],
    ['a row in the middle', { ...row, top: 'middle' }, { offset: 900, size: 100 }, 700],
    ['a row cut by the upper edge', { ...row, top: -30 }, { offset: 900, size: 100 }, 930],
    ['a row at the beginning', row, { offset: 10, size: 40 }, 0],
    ['a row at the end', row, { offset: 1_900, size: 40 }, 1_500],
    ['a row that is not shown', row, null, null],
    ['no anchor', NO_ANCHOR, null, null],
  ])('%s', (_case, anchor, box, expected) => {
    expect(heldOffset(anchor, atEnd, box)).toBe(expected);
  });
  test('a list that is shorter than what is seen', () => {
    expect(heldOffset(END, { offset: 0, viewport: 500, content: 300 }, null)).toBe(0);
  });
});
