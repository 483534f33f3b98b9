import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openMany } from './open-many.js';

test('opens all in order, 50 at a time', async () => {
  let open = 0;
  let most = 0;
  const opened = await openMany(120, async (n) => {
    open += 1;
    most = Math.max(most, open);
    await nextTick();
    open -= 1;
    return n;
  });

  expect(opened).toEqual(Array.from({ length: 120 }, (_, n) => n));
  expect(most).toBe(50);
});

test('rejects when one cannot be opened', async () => {
  const opening = openMany(3, async (n) => {
    if (n === 2) throw new Error('refused');
  });

  await expect(opening).rejects.toThrow('refused');
});
