import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.js';

/** Work that ends when the test says so, and what has begun. */
function controlled() {
  const begun: string[] = [];
  const ends: Array<() => void> = [];
  const work = (label: string) => () => {
    begun.push(label);
    return new Promise<string>((resolve) => {
      ends.push(() => resolve(label));
    });
  };
  return { begun, work, endNext: () => ends.shift()?.() };
}

test('work of one name runs in order, and other work does not wait for it', async () => {
  const { begun, work, endNext } = controlled();
  const run = oneAtATime();
  const first = run('a', work('a1'));
  const second = run('a', work('a2'));
  const other = run('b', work('b1'));
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'b1']);
  endNext();
  expect(await first).toBe('a1');
  endNext();
  expect(await other).toBe('b1');
  endNext();
  expect(await second).toBe('a2');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('work that fails lets the next one begin', async () => {
  const run = oneAtATime();
  const failing = run('a', () => Promise.reject(new Error('failed')));
  const next = run('a', async () => 'next');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
