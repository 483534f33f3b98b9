import { expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { limitConcurrency } from './concurrency-limit.js';

test('runs one after another, in order, also past a failure', async () => {
  const oneAtATime = limitConcurrency(1, 2);
  const seen: string[] = [];
  const job = (name: string) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => oneAtATime(job(name))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('refuses who comes when the queue is full, and takes the next when it is not', async () => {
  const alone = limitConcurrency(1, 0);
  let finish = () => {};
  const first = alone(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  await refusedWith(
    'BUSY',
    alone(async () => {}),
  );
  finish();
  await first;
  await expect(alone(async () => 'again')).resolves.toBe('again');
});
