import { expect, test } from 'vitest';
import { nameIn, textIn } from './name-in.js';

test.each([
  ['owner', 'Owner'],
  ['captain', 'captain'],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
])('%s is called %s', (code, expected) => expect(nameIn({ owner: 'Owner' }, code)).toBe(expected));

test.each([
  ['owner', 'Owner'],
  ['captain', null],
  ['constructor', null],
])('the text for %s is %s', (code, expected) => expect(textIn({ owner: 'Owner' }, code)).toBe(expected));
