import { expect, test } from 'vitest';
import { readNames, renamedIn, renamedOf, writtenNames } from './renamed.js';

const HARRY = { there: 'harry', here: 'harry-2' };
const ZED = { there: 'Zed Unlisted', here: 'Zed-Unlisted' };
const ANN = { there: 'ann', here: 'ann-3' };
const ANN_B = { there: 'ann.b', here: 'ann.b-2' };

test.each([
  [
    'hello @harry, and @Harry. Not @harry.b nor @harry-x',
    'hello @harry-2, and @harry-2. Not @harry.b nor @harry-x',
  ],
  ['`@harry` a@harry.example', '`@harry` a@harry.example'],
  ['**@harry**\n\n> @harry', '**@harry-2**\n\n> @harry-2'],
  ['ask @Zed Unlisted!', 'ask @Zed-Unlisted!'],
  ['@ann @ann.b @ann.', '@ann-3 @ann.b-2 @ann-3.'],
  ['@ben', '@ben'],
])('%j becomes %j', (text, expected) => {
  expect(renamedIn(text, [ANN, HARRY, ZED, ANN_B])).toBe(expected);
});

test('names are read as they were written down, and the same name in another case is none', () => {
  expect(readNames(writtenNames(HARRY))).toEqual(HARRY);
  expect(readNames(writtenNames(null))).toBeNull();
  expect(renamedOf('Harry', 'harry')).toBeNull();
  expect(renamedOf('harry', 'harry-2')).toEqual(HARRY);
});
