import { expect, test } from 'vitest';
import { Scheduler } from './scheduler.js';

function subscribers(scheduler: Scheduler, count: number) {
  const woken: number[] = [];
  const add = (n: number) => scheduler.add({ wake: () => woken.push(n) });
  for (let n = 0; n < count; n++) add(n);
  return { woken, add };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the first subscriber is woken at once, and those added in the same turn together in the next one', async () => {
  const scheduler = new Scheduler();
  const { woken, add } = subscribers(scheduler, 1);
  scheduler.run();
  expect(woken).toEqual([0]);
  for (const n of [1, 2]) {
    add(n);
    scheduler.run();
  }
  expect(woken).toEqual([0]);
  await nextTurn();
  expect(woken).toEqual([0, 1, 2]);
  await nextTurn();
  add(3);
  scheduler.run();
  expect(woken).toEqual([0, 1, 2, 3]);
});

test('many subscribers are woken in slices, one in each turn of the event loop', async () => {
  const scheduler = new Scheduler();
  const { woken } = subscribers(scheduler, 1200);
  scheduler.run();
  const seen = [woken.length];
  while (woken.length < 1200) {
    await nextTurn();
    seen.push(woken.length);
  }
  expect(seen).toEqual([500, 1000, 1200]);
  expect(woken).toEqual(woken.toSorted((a, b) => a - b));
});
