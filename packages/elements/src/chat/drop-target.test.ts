import { expect, test } from 'vitest';
import { targetAt } from './drop-target.js';

const channel = { label: 'Message general', box: { left: 300, right: 900, top: 0, bottom: 800 } };
const beside = { label: 'Reply', box: { left: 900, right: 1280, top: 0, bottom: 800 } };
const over = { label: 'Reply', box: { left: 0, right: 1280, top: 0, bottom: 800 } };

test.each([
  ['the channel', [channel, beside], { clientX: 400, clientY: 10 }, channel],
  ['the thread beside it', [channel, beside], { clientX: 900, clientY: 799 }, beside],
  ['the thread over it', [channel, over], { clientX: 400, clientY: 10 }, over],
  ['the lists of channels', [channel, beside], { clientX: 10, clientY: 10 }, channel],
  ['a page without a field', [], { clientX: 10, clientY: 10 }, null],
])('files that are dropped on %s', (_place, targets, point, expected) => {
  expect(targetAt(targets, point)).toBe(expected);
});
