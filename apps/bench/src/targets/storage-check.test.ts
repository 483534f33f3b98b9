import { expect, test } from 'vitest';
import { createStorageCheck } from './storage-check.js';

test('compares the stored messages with all that were acknowledged', async () => {
  let stored = 10;
  const check = await createStorageCheck(async () => stored);

  stored += 5;
  await check.verify(5);
  stored += 4;
  await expect(check.verify(5)).rejects.toThrow('acknowledged: 20, stored: 19');
});

test('fails when a message is stored twice', async () => {
  let stored = 0;
  const check = await createStorageCheck(async () => stored);

  stored += 2;
  await expect(check.verify(1)).rejects.toThrow('acknowledged: 1, stored: 2');
});
