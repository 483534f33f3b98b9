import { parse, plainText } from '@palaver/markup';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, foldWithOffsets } from '../kernel/text/fold.js';
import { foldedForms } from './folded-forms.js';
import { gramsOf, gramsOfTerm, isShortWord, numbersOf, numbersOfText } from './grams.js';
import { findTerms } from './match.js';
import type { Term } from './query.js';

const termOf = (value: string) => {
  const text = fold(value).trim();
  return { text, isWhole: isShortWord(text) };
};
const CHARACTERS = [
  ...'aAbzéÉèßﬁ_-.42 会議ミーガが한글ไทยЖйΣςİı🎉\u0301\u200b\u00ad\n\u00a0ﾊﾟ´”—٤ㅎㅏㄳ가ﾡￂ각\u3099\u0e33\ufeff﹉*`',
  '**',
  '&amp;',
  '](https://x.y)',
];
const TEXT = fc.string({
  unit: fc.oneof(fc.constantFrom(...CHARACTERS), fc.string({ unit: 'binary', maxLength: 1 })),
  maxLength: 40,
});

const rangesOf = (content: string, ...terms: Term[]) => findTerms(content, { terms, withoutTerms: [] });

describe('a folded text', () => {
  test.each([
    ['Crème Brûlée', 'creme brulee'],
    ['STRASSE Straße', 'strasse strasse'],
    ['ＥＲＲ＿４２', 'err_42'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Łódź İstanbul ISTANBUL', 'lodz istanbul istanbul'],
    ['Ёлка', 'елка'],
    ['ガ が か', 'ガ が か'],
    ['\u1112\u1161\u11ab한', '한한'],
    ['a\u200bb\u00adc', 'abc'],
    ['tabs\t\n and\u00a0more \u200b ', 'tabs and more '],
    ['“don’t”, ‘no’ „so“ «là» 「はい」 5′ 6″ ´', `"don't", 'no' "so" "la" "はい" 5' 6" '`],
    ['well‐known well‑known 1–2 — −3 ־', 'well-known well-known 1-2 - -3 -'],
    ['ﾊﾟｿｺﾝ ｶﾞ パソコン か\u200b\u3099 ー', 'パソコン ガ パソコン が ー'],
    ['ㅎㅏ ﾡﾢ 가ㄳ ㅋㅋ', '하 ᄀᄁ 갃 ᄏᄏ'],
    ['٤٢ ۴۲ ४२ ４２ ²', '42 42 42 42 2'],
  ])('of %j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('is the same with its way back, and stays the same when folded again', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const { text: folded, rangeOf } = foldWithOffsets(text);
        expect(folded).toBe(fold(text));
        expect(fold(folded)).toBe(folded);
        const ranges = Array.from({ length: folded.length }, (_, at) => rangeOf({ start: at, end: at + 1 }));
        expect(ranges.every(({ start, end }) => start >= 0 && end > start && end <= text.length)).toBe(true);
      }),
    );
  });
});

describe('a term', () => {
  test('has only grams that every text has in which it is found', () => {
    fc.assert(
      fc.property(TEXT, TEXT, TEXT, (before, middle, after) => {
        const term = termOf(middle);
        const text = before + middle + after;
        if (term.text === '' || rangesOf(text, term) === null) return;
        const grams = new Set(foldedForms(text, parse(text)).flatMap((form) => [...gramsOf(form)]));
        expect(gramsOfTerm(term).filter((gram) => !grams.has(gram))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is looked up by some gram where it has three characters or is of a dense script', () => {
    for (const text of ['abc', 'err_42', '会', '会议', '한', 'it', 'й'])
      expect(gramsOfTerm(termOf(text))).not.toEqual([]);
    expect(gramsOfTerm(termOf('c#'))).toEqual([]);
  });

  test.each([
    ['the ERR_42 error', ['err_42'], [[4, 10]]],
    ['substring', ['bstri'], [[2, 7]]],
    [
      'it is bitter, IT said',
      ['it'],
      [
        [0, 2],
        [14, 16],
      ],
    ],
    [
      'Crème cre\u0300me',
      ['creme'],
      [
        [0, 5],
        [6, 12],
      ],
    ],
    [
      '👩‍💻 code 👩‍💻code',
      ['code'],
      [
        [6, 10],
        [16, 20],
      ],
    ],
    ['aß', ['ss'], []],
    ['Straße', ['strass'], [[0, 5]]],
    ['one  two', ['one two'], [[0, 8]]],
    ['abcd', ['abc', 'bcd'], [[0, 4]]],
    ['下午开会议', ['会议', '开会'], [[2, 5]]],
    // What is shown, and what was typed.
    ['the **bold** word', ['bold word'], [[6, 17]]],
    ['**dep**loy &amp; run', ['deploy & run'], [[2, 20]]],
    ['> one\n> two', ['one two'], [[2, 11]]],
    ['see [it](https://ci.example/42)', ['ci.example/42'], [[17, 30]]],
    [
      '__init__ `a_b`',
      ['__init__', 'a_b'],
      [
        [0, 8],
        [10, 13],
      ],
    ],
    [
      '“don’t” ﾊﾟｿｺﾝ ٤٢',
      ["don't", 'パソコン', '42'],
      [
        [1, 6],
        [8, 13],
        [14, 16],
      ],
    ],
    ['||hidden||', ['hidden'], [[2, 8]]],
    ['[https://bank.example](https://evil.example)', ['evil.example'], [[31, 43]]],
  ] as Array<[string, string[], Array<[number, number]>]>)('in %j: %j', (content, terms, ranges) => {
    expect(rangesOf(content, ...terms.map(termOf))).toEqual(
      ranges.length === 0 ? null : ranges.map(([start, end]) => ({ start, end })),
    );
  });

  test('has ranges which, folded or shown, have it', () => {
    fc.assert(
      fc.property(TEXT, TEXT, TEXT, (before, middle, after) => {
        const term = termOf(middle);
        if (term.text === '') return;
        const content = before + middle + after;
        const plain = plainText(parse(content));
        for (const range of rangesOf(content, term) ?? []) {
          const shown = plain.shown(range);
          const texts = [content.slice(range.start, range.end), plain.text.slice(shown.start, shown.end)];
          expect(texts.map((text) => fold(text).includes(term.text))).toContain(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('has at most a hundred ranges', () => {
    expect(rangesOf('go '.repeat(4_000), termOf('go'))).toHaveLength(100);
  });
});

test('the numbers of a text are those of its grams, also where no gram is made', () => {
  const ascii = fc.string({ unit: fc.constantFrom(...'ab Z0_-.,/~'), maxLength: 60 });
  fc.assert(
    fc.property(fc.oneof(ascii, TEXT), fc.string(), (text, scopeId) => {
      const folded = fold(text);
      expect(new Set(numbersOfText(scopeId, folded, ['@author']))).toEqual(
        new Set(numbersOf(scopeId, [...gramsOf(folded), '@author'])),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('the numbers of a gram differ by scope', () => {
  expect(numbersOf('a', ['abc', 'abc', 'bcd'])).toHaveLength(2);
  expect(numbersOf('a', ['abc'])).not.toEqual(numbersOf('b', ['abc']));
});
