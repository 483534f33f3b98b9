import { isIPv4 } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddresses } from './client-addresses.js';

test('gives 131,072 different addresses before it starts again', () => {
  const next = clientAddresses();
  const addresses = Array.from({ length: 131_072 }, next);

  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.every((address) => isIPv4(address))).toBe(true);
  expect(next()).toBe(addresses[0]);
});
