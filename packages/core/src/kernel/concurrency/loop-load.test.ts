import { setTimeout as pass } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LoopLoad } from './loop-load.js';

test('a loop that did nothing else is busy, and one that waited is not', async () => {
  const load = new LoopLoad();
  expect(load.isBusy).toBe(false);
  const until = performance.now() + 250;
  while (performance.now() < until);
  expect(load.isBusy).toBe(true);
  await pass(250);
  expect(load.isBusy).toBe(false);
});
