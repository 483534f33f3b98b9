import { expect, test } from 'vitest';
import { openLedger } from './chat-service.js';

test('a ledger holds the database to what was acknowledged', async () => {
  let stored = 10;
  const ledger = await openLedger(async () => stored);

  stored += 5;
  await ledger.settle(5);
  stored += 4;
  await expect(ledger.settle(5)).rejects.toThrow('acknowledged: 20, stored: 19');
});

test('one message twice is as wrong as one lost', async () => {
  let stored = 0;
  const ledger = await openLedger(async () => stored);

  stored += 2;
  await expect(ledger.settle(1)).rejects.toThrow('acknowledged: 1, stored: 2');
});
