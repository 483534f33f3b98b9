import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../testing/any-text.js';
import { plainText } from './plain-text.js';

describe('a preview has the words and not the signs of Markdown', () => {
  test.each([
    ['hello', 'hello'],
    ['', ''],
    ['**bold** and __bold__ and ~~gone~~ and `code`', 'bold and bold and gone and code'],
    ['# Title', 'Title'],
    ['###### Title', 'Title'],
    ['> quoted\n> twice', 'quoted\ntwice'],
    ['- one\n- two', 'one\ntwo'],
    ['* one\n+ two', 'one\ntwo'],
    ['[Palaver](https://example.org)', 'Palaver'],
    ['![a picture](https://example.org/a.png)', 'a picture'],
    ['```js\nlet a = 1;\n```', 'let a = 1;\n'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['a - b', 'a - b'],
    ['#channel', '#channel'],
    ['snake_case_name', 'snake_case_name'],
    ['<b>', '<b>'],
  ])('%j is %j', (text, plain) => expect(plainText(text)).toBe(plain));
});

test('it has all that fits into 400 characters, and nothing after', () => {
  expect(plainText('a'.repeat(400))).toBe('a'.repeat(400));
  expect(plainText(`${'a'.repeat(400)}b`)).toBe('a'.repeat(400));
  expect(plainText(`${'a'.repeat(399)}😀`)).toBe('a'.repeat(399));
  expect(plainText(`${'a'.repeat(398)}😀b`)).toBe(`${'a'.repeat(398)}😀`);
});

test('it is never longer than the text, and quick', () => {
  fc.assert(fc.property(anyText, (text) => plainText(text).length <= text.length));
  const before = process.cpuUsage();
  for (const sign of ['*', '_', '~', '`', '[', '](', '![', '>', '#', '- ']) plainText(sign.repeat(40_000));
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
