import { expect, test } from 'vitest';
import { Scheduler } from './scheduler.js';

function consumers(turns: Scheduler, count: number) {
  const woken: number[] = [];
  const add = (n: number) => turns.add({ wake: () => woken.push(n) });
  for (let n = 0; n < count; n++) add(n);
  return { woken, add };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('who comes first is woken at once; who comes in the same turn, after it and together', async () => {
  const turns = new Scheduler();
  const { woken, add } = consumers(turns, 1);
  turns.run();
  expect(woken).toEqual([0]);
  for (const n of [1, 2]) {
    add(n);
    turns.run();
  }
  expect(woken).toEqual([0]);
  await nextTurn();
  expect(woken).toEqual([0, 1, 2]);
  await nextTurn();
  add(3);
  turns.run();
  expect(woken).toEqual([0, 1, 2, 3]);
});

test('a crowd is woken in slices, and the loop turns between them', async () => {
  const turns = new Scheduler();
  const { woken } = consumers(turns, 1200);
  turns.run();
  const seen = [woken.length];
  while (woken.length < 1200) {
    await nextTurn();
    seen.push(woken.length);
  }
  expect(seen).toEqual([500, 1000, 1200]);
  expect(woken).toEqual(woken.toSorted((a, b) => a - b));
});
