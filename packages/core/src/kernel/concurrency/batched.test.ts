import { expect, test } from 'vitest';
import { batched } from './batched.js';

/** Doubles numbers; each batch waits for a `release`. */
function doubling(batchMax: number) {
  const batches: number[][] = [];
  const releases: Array<() => void> = [];
  const double = batched(async (inputs: readonly number[]) => {
    batches.push([...inputs]);
    await new Promise<void>((resolve) => releases.push(resolve));
    if (inputs.includes(0)) throw new Error('not zero');
    return inputs.map((number) => number * 2);
  }, batchMax);
  return { batches, double, release: () => releases.shift()?.() };
}

test('single calls run at once, and calls that come meanwhile run together', async () => {
  const { batches, double, release } = doubling(3);
  const results = Promise.all([1, 2, 3, 4, 5, 6].map(double));
  expect(batches).toEqual([[1], [2]]);
  for (const batch of [[3, 4, 5], [6]]) {
    release();
    await expect.poll(() => batches.at(-1)).toEqual(batch);
  }
  release();
  release();
  expect(await results).toEqual([2, 4, 6, 8, 10, 12]);
});

test('a failure is thrown to the calls of its batch and to no later call', async () => {
  const { batches, double, release } = doubling(2);
  const first = [double(1), double(2)];
  const failing = Promise.allSettled([double(3), double(0)]);
  const after = double(5);
  release();
  release();
  await expect.poll(() => batches.length).toBe(4);
  release();
  release();
  expect(await Promise.all(first)).toEqual([2, 4]);
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await after).toBe(10);
});
