import { describe, expect, test } from 'vitest';
import { excerptOf } from './excerpt.js';

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
    ['```js\nlet a = 1;\n```', 'let a = 1;'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['a - b', 'a - b'],
    ['#channel', '#channel'],
    ['snake_case_name', 'snake_case_name'],
    ['<b>', '<b>'],
    ['she ||dies||', 'she ▒▒▒▒'],
  ])('%j is %j', (text, plain) => expect(excerptOf(text)).toBe(plain));
});

test('it has all that fits into 500 characters, and nothing after', () => {
  expect(excerptOf('a'.repeat(500))).toBe('a'.repeat(500));
  expect(excerptOf(`${'a'.repeat(500)}b`)).toBe('a'.repeat(500));
  expect(excerptOf(`${'a'.repeat(499)}😀`)).toBe('a'.repeat(499));
  expect(excerptOf(`${'a'.repeat(498)}😀b`)).toBe(`${'a'.repeat(498)}😀`);
});
