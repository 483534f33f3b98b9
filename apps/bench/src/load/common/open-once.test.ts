import { expect, test } from 'vitest';
import { openOnce } from './open-once.js';

test('opens once for equal keys', async () => {
  let count = 0;
  const open = openOnce(async ({ room }: { room: string }) => {
    count += 1;
    return `${room} ${count}`;
  });

  expect(await open({ room: 'a' })).toBe('a 1');
  expect(await open({ room: 'a' })).toBe('a 1');
  expect(await open({ room: 'b' })).toBe('b 2');
});
