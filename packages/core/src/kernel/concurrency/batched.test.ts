import { expect, test } from 'vitest';
import { batched } from './batched.js';

/** Doubles numbers, when told to. */
function doubling(most: number) {
  const batches: number[][] = [];
  const releases: Array<() => void> = [];
  const double = batched(async (asked: readonly number[]) => {
    batches.push([...asked]);
    await new Promise<void>((resolve) => releases.push(resolve));
    if (asked.includes(0)) throw new Error('not zero');
    return asked.map((number) => number * 2);
  }, most);
  return { batches, double, release: () => releases.shift()?.() };
}

test('whoever comes alone is served at once, and who comes meanwhile together', async () => {
  const { batches, double, release } = doubling(3);
  const answers = Promise.all([1, 2, 3, 4, 5, 6].map(double));
  expect(batches).toEqual([[1], [2]]);
  for (const served of [[3, 4, 5], [6]]) {
    release();
    await expect.poll(() => batches.at(-1)).toEqual(served);
  }
  release();
  release();
  expect(await answers).toEqual([2, 4, 6, 8, 10, 12]);
});

test('a failure is thrown to those who shared it, and to nobody after', async () => {
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
