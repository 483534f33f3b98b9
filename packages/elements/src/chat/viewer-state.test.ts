import { describe, expect, test } from 'vitest';
import { afterViewerAct, type ViewerAct, viewerActOf } from './viewer-state.js';

const after = (acts: readonly ViewerAct[], index = 0, count = 3) =>
  acts.reduce((state, act) => afterViewerAct(state, act, count), { index, zoom: 1 });

describe('the viewer', () => {
  test.each<[ViewerAct[], number, { index: number; zoom: number }]>([
    [['next'], 0, { index: 1, zoom: 1 }],
    [['next'], 2, { index: 2, zoom: 1 }],
    [['previous'], 0, { index: 0, zoom: 1 }],
    [['larger', 'larger'], 0, { index: 0, zoom: 2 }],
    [['larger', 'larger', 'smaller'], 0, { index: 0, zoom: 1.5 }],
    [Array(20).fill('larger'), 0, { index: 0, zoom: 6 }],
    [['smaller'], 0, { index: 0, zoom: 1 }],
    [['larger', 'whole'], 0, { index: 0, zoom: 1 }],
    [['toggle'], 0, { index: 0, zoom: 2 }],
    [['larger', 'toggle'], 0, { index: 0, zoom: 1 }],
    [['larger', 'next'], 0, { index: 1, zoom: 1 }],
    [['larger', 'next'], 2, { index: 2, zoom: 1.5 }],
  ])('after %j from %i', (acts, index, expected) => expect(after(acts, index)).toEqual(expected));

  test.each([
    ['ArrowRight', false, 'next'],
    ['ArrowRight', true, 'previous'],
    ['ArrowLeft', false, 'previous'],
    ['+', false, 'larger'],
    ['-', false, 'smaller'],
    ['0', false, 'whole'],
    ['a', false, null],
  ])('the key %s, right to left %s: %s', (key, isRightToLeft, act) =>
    expect(viewerActOf(key, isRightToLeft)).toBe(act),
  );
});
