import { expect, test } from 'vitest';
import { withQuoted } from './quoted.js';

test.each([
  ['', 'one', '> one\n\n'],
  ['', 'one\n\ntwo\n', '> one\n> \n> two\n\n'],
  ['begun \n', 'one', 'begun\n\n> one\n\n'],
])('%j with %j quoted is %j', (text, quoted, expected) => expect(withQuoted(text, quoted)).toBe(expected));
