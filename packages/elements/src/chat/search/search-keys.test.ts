import { expect, test } from 'vitest';
import { answerToSearchKey } from './search-keys.js';

const answer = (key: string, count: number, active: number) =>
  answerToSearchKey({ key: key.replace('Shift+', ''), shiftKey: key.startsWith('Shift+') }, count, active);

test.each([
  ['ArrowDown', 2, -1, { kind: 'go', to: 0 }],
  ['ArrowDown', 2, 0, { kind: 'go', to: 1 }],
  ['ArrowDown', 2, 1, { kind: 'go', to: -1 }],
  ['ArrowUp', 2, -1, { kind: 'go', to: 1 }],
  ['ArrowUp', 2, 1, { kind: 'go', to: 0 }],
  ['ArrowUp', 2, 0, { kind: 'go', to: -1 }],
  ['Enter', 2, 1, { kind: 'choose', index: 1 }],
  // What is typed is searched for.
  ['Enter', 2, -1, null],
  ['Tab', 2, -1, { kind: 'choose', index: 0 }],
  ['Tab', 2, 1, { kind: 'choose', index: 1 }],
  ['Shift+Tab', 2, 1, null],
  ['Escape', 2, -1, { kind: 'close' }],
  ['a', 2, 0, null],
  ['Escape', 0, -1, null],
  ['Tab', 0, -1, null],
])('%s with %i choices, at %i', (key, count, active, expected) =>
  expect(answer(key, count, active)).toEqual(expected),
);
