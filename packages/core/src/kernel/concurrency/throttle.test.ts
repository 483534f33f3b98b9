import { expect, test } from 'vitest';
import { throttle } from './throttle.js';

/** Blocks the event loop for at least `ms`. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('simultaneous work runs in order, with turns of the event loop in between', async () => {
  const throttled = throttle();
  const begun: number[] = [];
  let turns = 0;
  let counting = true;
  const count = () => {
    turns++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await throttled();
      begun.push(index);
      work(1);
    }),
  );
  counting = false;
  expect(begun).toEqual(Array.from({ length: 40 }, (_, index) => index));
  // 40 ms of work in slices of at most 5 ms and their last piece.
  expect(turns).toBeGreaterThanOrEqual(6);
});

test('a single piece of work begins at once, also after many', async () => {
  const throttled = throttle();
  await Promise.all([throttled(), throttled(), throttled()]);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const order: string[] = [];
  setImmediate(() => order.push('the next turn'));
  await throttled();
  order.push('begun');
  expect(order).toEqual(['begun']);
});

test.each([
  ['short', { turnMs: 10, pieces: 1 }],
  ['long', { turnMs: 60, pieces: 4 }],
])(
  'nobody waits long where more comes than a sixth of the time can do, in %s turns',
  async (_, { turnMs, pieces }) => {
    let now = 0;
    const throttled = throttle(() => now);
    const waits: number[] = [];
    const piece = async (since: number) => {
      await throttled();
      waits.push(now - since);
      now += 4;
    };
    // While one waits, those that come after it wait too.
    const all = Array.from({ length: 5 }, () => piece(now));
    for (let turn = 0; turn < 1_000; turn++) {
      for (let n = 0; n < pieces; n++) all.push(piece(now));
      now += turnMs;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    expect(waits).toHaveLength(5 + 1_000 * pieces);
    expect(Math.max(...waits)).toBeLessThan(3_000);
  },
);

test('after a very long turn nobody else waits for long', async () => {
  let now = 0;
  const throttled = throttle(() => now);
  const piece = async () => {
    await throttled();
    now += 4;
  };
  const pieces = Array.from({ length: 100 }, piece);
  now += 10_000;
  const before = now;
  await new Promise((resolve) => setImmediate(resolve));
  expect(now - before).toBeGreaterThanOrEqual(40);
  // The slice, its last piece, and the first one, which begins at once.
  expect(now - before).toBeLessThanOrEqual(58);
  await Promise.all(pieces);
});
