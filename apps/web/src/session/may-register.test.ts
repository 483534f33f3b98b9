import { expect, test } from 'vitest';
import { mayRegister } from './may-register.js';

test.each([
  ['open', null, true],
  ['open', 'abc', true],
  ['invite', null, false],
  ['invite', 'abc', true],
  ['closed', null, false],
  ['closed', 'abc', false],
] as const)('where registration is %s, with the invite %s: %s', (registration, invite, expected) =>
  expect(mayRegister(registration, invite)).toBe(expected),
);
