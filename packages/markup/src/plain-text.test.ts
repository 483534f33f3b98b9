import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from './parse.js';
import { coveredText, plainText } from './plain-text.js';

const ofText = (text: string) => plainText(parse(text));

describe('plain text', () => {
  test.each([
    ['**Deploy** of `api` [done](https://ci.example/1)', 'Deploy of api done'],
    ['# Title\n\ntext\n> quoted', 'Title\ntext\nquoted'],
    ['- a\n- b\n\n```ts\nx = 1;\ny = 2;\n```', 'a\nb\nx = 1;\ny = 2;'],
    ['|a|b|\n|-|-|\n|1|2|', 'a b\n1 2'],
    ['[https://bank.example](https://evil.example)', 'https://bank.example (evil.example)'],
    ['a &amp; b \\* c', 'a & b * c'],
    ['', ''],
  ])('of %j is %j', (text, plain) => {
    expect(ofText(text).text).toBe(plain);
  });

  test.each([
    ['the **bold** word', 'bold word', '**bold** word'.slice(2)],
    ['> quoted **text**', 'quoted text', 'quoted **text'],
    ['- a\r\n- second one\r\n', 'second', 'second'],
    ['a &amp; b', '& b', '&amp; b'],
    ['```\r\nfirst\r\n  second\r\n```', 'second', 'second'],
    ['> 1. ```\n>    deep\n>    ```', 'deep', 'deep'],
    ['|a|b\\|c|\n|-|-|\n|x|`y` z|', 'z', 'z'],
    ['|a|\n|-|\n|b\\|`c`\\|**d**\\|e|', 'd|e', 'd**\\|e'],
    ['# Head line #', 'line', 'line'],
    ['text [label](https://e.example "t") end', 'label end', 'label](https://e.example "t") end'],
  ])('of %j has %j where it was typed as %j', (text, part, typed) => {
    const plain = ofText(text);
    const start = plain.text.indexOf(part);
    const range = plain.original({ start, end: start + part.length });
    expect(text.slice(range.start, range.end)).toBe(typed);
  });

  test('at a glance covers what is hidden, and each part of that is the cover', () => {
    const text = 'the end: ||**all** die [x](https://e.example)||, sorry';
    const plain = coveredText(parse(text));
    expect(plain.text).toBe('the end: ▒▒▒▒, sorry');
    const start = text.indexOf('die');
    expect(plain.shown({ start, end: start + 3 })).toEqual({ start: 9, end: 13 });
    expect(ofText(text).text).toBe('the end: all die x, sorry');
  });

  test('of what was typed without marks is found at its place, and found back', () => {
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    const around = fc.constantFrom<[string, string]>(
      ['**', '**'],
      ['_', '_'],
      ['`', '`'],
      ['[', '](https://e.example)'],
      ['> ', '\n\n'],
      ['- ', '\r\n'],
      ['# ', '\n'],
      ['```\n', '\n```\n'],
      ['\\* ', ' '],
      ['&lt;', '&gt;'],
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, around), { minLength: 1, maxLength: 12 }), (words) => {
        const text = words.map(([each, [before, after]]) => `${before}${each}${after}`).join(' ');
        const plain = ofText(text);
        for (const [each] of words) {
          const start = plain.text.indexOf(each);
          const range = plain.original({ start, end: start + each.length });
          expect(text.slice(range.start, range.end)).toBe(each);
          const back = plain.shown(range);
          expect(plain.text.slice(back.start, back.end)).toBe(each);
        }
      }),
    );
  });
});
