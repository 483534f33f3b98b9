import { expect, test } from 'vitest';
import { readOptions } from './options.js';

test('everything has a default', () => {
  expect(readOptions([])).toEqual({ match: '', rounds: 5, seconds: 5, 'write-docs': false });
});

test('options may stand behind the "--" that pnpm hands on', () => {
  const options = readOptions(['--', '--only', 'w1,w3', '--rounds', '2', '--seconds', '0.5', '--write-docs']);

  expect(options).toEqual({ only: ['w1', 'w3'], match: '', rounds: 2, seconds: 0.5, 'write-docs': true });
});

test('what makes no sense is refused, with what there is', () => {
  expect(() => readOptions(['--rounds', '0'])).toThrow(/rounds[\s\S]*--seconds N/);
  expect(() => readOptions(['--sockets'])).toThrow(/--sockets[\s\S]*--only/);
});
