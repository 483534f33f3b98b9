import { expect, test } from 'vitest';
import { readOptions } from './options.js';

test('has a default for every option', () => {
  expect(readOptions([])).toEqual({ match: '', rounds: 5, seconds: 5, 'write-docs': false });
});

test('accepts the "--" that pnpm passes on', () => {
  const options = readOptions(['--', '--only', 'w1,w3', '--rounds', '2', '--seconds', '0.5', '--write-docs']);

  expect(options).toEqual({ only: ['w1', 'w3'], match: '', rounds: 2, seconds: 0.5, 'write-docs': true });
});

test('rejects invalid and unknown options with the usage', () => {
  expect(() => readOptions(['--rounds', '0'])).toThrow(/rounds[\s\S]*--seconds N/);
  expect(() => readOptions(['--sockets'])).toThrow(/--sockets[\s\S]*--only/);
});
