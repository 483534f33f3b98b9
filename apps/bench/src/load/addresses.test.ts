import { isIPv4 } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddresses } from './addresses.js';

test('a hundred thousand clients have an address each, and then it begins anew', () => {
  const next = clientAddresses();
  const addresses = Array.from({ length: 131_072 }, next);

  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.every((address) => isIPv4(address))).toBe(true);
  expect(next()).toBe(addresses[0]);
});
