import { CLOSE_CODES } from '@palaver/core';
import { expect, test } from 'vitest';
import { CLOSE } from './close-codes.js';

test('every code that sockets are closed with is documented', () => {
  const documented = Object.keys(CLOSE_CODES).map(Number);
  expect(documented).toEqual(expect.arrayContaining(Object.values(CLOSE).map(([code]) => code)));
});
