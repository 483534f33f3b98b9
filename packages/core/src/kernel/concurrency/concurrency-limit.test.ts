import { expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { limitConcurrency } from './concurrency-limit.js';

test('runs work one by one, in order, also after a failure', async () => {
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

test('refuses work when the queue is full, and accepts it again when it is not', async () => {
  const limit = limitConcurrency(1, 0);
  let finish = () => {};
  const first = limit(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  await refusedWith(
    'BUSY',
    limit(async () => {}),
  );
  finish();
  await first;
  await expect(limit(async () => 'again')).resolves.toBe('again');
});
