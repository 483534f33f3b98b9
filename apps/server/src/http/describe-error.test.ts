import { expect, test } from 'vitest';
import { describeError } from './describe-error.js';

test.each(['CONNECTION_CLOSED', 'ECONNREFUSED', '57P01'])(
  'an error of a database that is away (%s) has no stack',
  (code) => {
    const error = Object.assign(new Error('write'), { code });
    expect(describeError(error)).toEqual({ type: 'Error', code, message: 'write' });
    expect(describeError(new Error('Failed', { cause: error }))).not.toHaveProperty('frames');
  },
);

test('any other error has the places in code', () => {
  const frames = describeError(new TypeError('x is not a function')).frames;
  expect(frames?.[0]).toMatch(/^at .*describe-error\.test\.ts/);
});
