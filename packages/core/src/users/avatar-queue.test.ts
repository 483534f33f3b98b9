import { expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { oneAtATime } from './avatar-queue.js';

test('runs one after another, in order, also past a failure', async () => {
  const inTurn = oneAtATime(3);
  const seen: string[] = [];
  const job = (name: string) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(job(name))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('refuses who comes when the queue is full, and takes the next when it is not', async () => {
  const inTurn = oneAtATime(1);
  let finish = () => {};
  const first = inTurn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  await refusedWith(
    'BUSY',
    inTurn(async () => {}),
  );
  finish();
  await first;
  await expect(inTurn(async () => 'again')).resolves.toBe('again');
});
