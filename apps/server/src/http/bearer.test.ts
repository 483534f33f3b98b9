import { expect, test } from 'vitest';
import { bearerToken } from './bearer.js';

test.each([
  ['Bearer plv_abc', 'plv_abc'],
  ['bearer plv_abc', 'plv_abc'],
  ['BEARER   plv_abc  ', 'plv_abc'],
  ['Bearer a-b.c_d~e+f/g==', 'a-b.c_d~e+f/g=='],
])('the token of "%s" is "%s"', (authorization, token) => {
  expect(bearerToken(authorization)).toBe(token);
});

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'Bearer a=b',
  'Bearer ü',
  'Basic YTpi',
  'plv_abc',
])('%s has no token', (authorization) => {
  expect(bearerToken(authorization)).toBeNull();
});
