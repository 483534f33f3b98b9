import { expect, test, vi } from 'vitest';
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

test('is caught up once those are woken who are in the queue now, and not those who come later', async () => {
  const scheduler = new Scheduler();
  const { woken, add } = subscribers(scheduler, 1200);
  scheduler.run();
  const caughtUp = scheduler.caughtUp().then(() => woken.length);
  for (let n = 1200; n < 3000; n++) add(n);
  scheduler.run();
  expect(await caughtUp).toBe(1500);
  while (woken.length < 3000) await nextTurn();
  await scheduler.caughtUp();
});

test('the lag is how long somebody has waited, and is over when all are woken', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const scheduler = new Scheduler();
    const { woken, add } = subscribers(scheduler, 600);
    expect(scheduler.lagMs).toBe(0);
    scheduler.run();
    vi.advanceTimersByTime(50);
    for (let n = 600; n < 1200; n++) add(n);
    scheduler.run();
    vi.advanceTimersByTime(20);
    expect([woken.length, scheduler.lagMs]).toEqual([500, 70]);
    await nextTurn();
    expect([woken.length, scheduler.lagMs]).toEqual([1000, 20]);
    await nextTurn();
    expect([woken.length, scheduler.lagMs]).toEqual([1200, 0]);
  } finally {
    vi.useRealTimers();
  }
});
