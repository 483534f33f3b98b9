import { expect, test } from 'vitest';
import { throttle } from './throttle.js';

/** Works for at least so long without a pause. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a crowd is served in order, and the event loop comes round in between', async () => {
  const pace = throttle();
  const begun: number[] = [];
  let rounds = 0;
  let counting = true;
  const count = () => {
    rounds++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await pace();
      begun.push(index);
      work(1);
    }),
  );
  counting = false;
  expect(begun).toEqual(Array.from({ length: 40 }, (_, index) => index));
  // No slice is longer than five milliseconds and its last piece.
  expect(rounds).toBeGreaterThanOrEqual(6);
});

test('whoever comes alone begins at once, also after a crowd', async () => {
  const pace = throttle();
  await Promise.all([pace(), pace(), pace()]);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const order: string[] = [];
  setImmediate(() => order.push('the next turn'));
  await pace();
  order.push('begun');
  expect(order).toEqual(['begun']);
});
