import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.js';
import { parse } from '../parse.js';
import { plainText } from '../plain-text.js';
import { expectInProportion } from '../testing/cpu.js';
import { anyBlock, anyText, builtBlock } from '../testing/trees.js';
import { isSeen } from '../text-of.js';
import {
  type BuiltBlock,
  type BuiltSpan,
  channel,
  code,
  emoji,
  emphasis,
  fence,
  heading,
  lineBreak,
  link,
  list,
  mention,
  paragraph,
  quote,
  rule,
  spoiler,
  strong,
  struck,
  table,
  text,
  write,
} from './index.js';
import { normalBlocks } from './normal-blocks.js';

const shownBy = (blocks: readonly BuiltBlock[]) => plainText(parse(write(blocks))).text;

describe('what is written', () => {
  test('is parsed to exactly what was given', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 3 }), (blocks) => {
        const written = write(blocks);
        expect(parse(written).map(builtBlock), written).toEqual(normalBlocks(blocks));
      }),
      { numRuns: 500 },
    );
  });

  // Random trees found each of them.
  test.each<readonly [string, BuiltBlock]>([
    ['code that shows nothing', quote(fence('\u200b'))],
    ['a link that shows nothing', paragraph(link('https://e.example', '\u200b'))],
    [
      'a link of which a part shows nothing',
      heading(
        1,
        link('https://e.example/', spoiler('*'), '\u2800'),
        link('https://e.example/', spoiler('\u200b')),
      ),
    ],
    ['a mark of one letter after a name', paragraph(channel('bob'), strong('1', emphasis('*')))],
    ['an address in brackets of two spans', paragraph('<', strong(mention('bob'), '>'))],
    ['an address in brackets that ends in code', paragraph('<', code('@bob>'))],
  ])('of %s, too', (_, block) => {
    expect(parse(write([block])).map(builtBlock)).toEqual(normalBlocks([block]));
  });

  test('from a tree that was parsed is parsed to it again', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const parsed = parse(`> ${one}\n\n- **${other}**\n\n${one}`);
        const written = write(parsed);
        expect(parse(written).map(builtBlock), written).toEqual(normalBlocks(parsed.map(builtBlock)));
      }),
      { numRuns: 300 },
    );
  });

  test('shows every character that a text can have, of one that has something to see', () => {
    const seen = (shown: string) =>
      shown.toWellFormed().replace(/[\s\p{Cc}\p{Noncharacter_Code_Point}]/gu, '');
    fc.assert(
      fc.property(anyText, (any) => {
        const all = isSeen(seen(any)) ? seen(any) : '';
        expect(seen(shownBy([paragraph(any)]))).toBe(all);
        expect(seen(shownBy([fence(any)]))).toBe(all);
        expect(seen(shownBy([quote(list([[paragraph(strong(any))]]))]))).toBe(all);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a text', () => {
  test.each([
    ['plain (words), 1+1=2; a-b: c!', 'plain (words), 1+1=2; a-b: c!'],
    ['a<b and c>d; Map<String,Integer>', 'a<b and c>d; Map<String,Integer>'],
    ['a < b && c || d | e', 'a < b && c \\|\\| d | e'],
    ['__init__ snake_case 2*3*4 2 * 3', '\\_\\_init\\_\\_ snake_case 2\\*3\\*4 2 * 3'],
    ['# title', '\\# title'],
    ['> said', '\\> said'],
    ['- a\n+ b\n1. c\n2) d', '\\- a\n\\+ b\n1\\. c\n2\\) d'],
    ['-5 #5 1.5', '-5 \\#5 1.5'],
    ['---\n===\n***\n```', '\\---\n\\===\n\\*\\*\\*\n\\`\\`\\`'],
    ['a|b\n-|-', 'a|b\n\\-|-'],
    ['[FIRING:1] High load', '[FIRING:1] High load'],
    ['[a](https://e.example) [b]: c', '\\[a\\](https://e.example) [b\\]: c'],
    ['Build](https://evil.example/) [x', 'Build\\](https://evil.example/) [x'],
    ['@bob a@b #general C#5 :tada: 12:30:45', '\\@bob a\\@b \\#general C#5 \\:tada: 12:30:45'],
    ['see https://e.example/a_b, then', 'see https://e.example/a_b, then'],
    ['&amp; AT&T', '\\&amp; AT&T'],
    ['C:\\dir\\*', 'C:\\dir\\\\\\*'],
    ['  indented ', '&#32; indented'],
  ])('%j is written %j', (shown, written) => {
    expect(write([paragraph(shown)])).toBe(written);
  });
});

describe('blocks and marks', () => {
  const written: ReadonlyArray<readonly [string, readonly BuiltBlock[], string]> = [
    [
      'marks',
      [paragraph(strong('a'), ' ', emphasis('b'), ' ', struck('c'), ' ', spoiler('d'))],
      '**a** _b_ ~~c~~ ||d||',
    ],
    [
      'marks in marks',
      [paragraph(strong('a ', emphasis('b')), ' ', emphasis(strong('c'), ' d'))],
      '**a _b_** _**c** d_',
    ],
    ['space in marks', [paragraph('a', strong(' b '), 'c')], 'a **b** c'],
    ['a mark within a word', [paragraph('un', emphasis('be'), 'lievable')], 'u&#110;_be_&#108;ievable'],
    ['code', [paragraph(code('a'), ' ', code('`'), ' ', code('b``c'))], '`a` `` ` `` `b``c`'],
    [
      'links',
      [paragraph(link('https://e.example/(a)', 'a [b]'), ' ', link('javascript:x', 'c'))],
      '[a \\[b\\]](https://e.example/\\(a\\)) c',
    ],
    ['a link without a text', [paragraph(link('https://e.example'))], 'https://e.example'],
    [
      'names',
      [paragraph(mention('bob'), '. ', channel('general'), ' ', emoji('parrot'))],
      '@bob\\. #general :parrot:',
    ],
    ['names after words', [paragraph('a', mention('bob'), mention('eve'), 'b')], 'a @bob @eve&#98;'],
    ['lines', [paragraph('a', lineBreak, lineBreak, 'b', lineBreak)], 'a\nb'],
    ['a heading', [heading(2, 'a #')], '## a \\#'],
    ['a fence', [fence('```\nx\n```', 'ts')], '````ts\n```\nx\n```\n````'],
    [
      'lists',
      [list([[paragraph('a'), list([[paragraph('b')]])]]), list([[paragraph('c')], [paragraph('d')]], 9)],
      '- a\n  - b\n\n9. c\n10. d',
    ],
    ['list after list', [list([[paragraph('a')]]), list([[paragraph('b')]])], '- a\n\n* b'],
    ['an item of two paragraphs', [list([[paragraph('a'), paragraph('b')]])], '- a\n\n  b'],
    ['a box', [list([[paragraph('[x] a')]])], '- \\[x] a'],
    ['a quote', [quote(paragraph('a'), fence('b\n\nc'))], '> a\n>\n> ```\n> b\n>\n> c\n> ```'],
    [
      'a table',
      [table([[[text('a|b')], [code('|')]], [[text('c')]]], ['right'])],
      '| a\\|b | `\\|` |\n| -: | - |\n| c |  |',
    ],
    ['rules', [paragraph('a'), rule], 'a\n\n___'],
    ['nothing', [paragraph(''), quote(), fence(' '), list([[]]), paragraph(strong(' '))], ''],
  ];
  test.each(written)('%s', (_, blocks, markdown) => {
    expect(write(blocks)).toBe(markdown);
  });
});

describe('bad input', () => {
  const nestedSpan = (depth: number) => {
    const marks = [
      strong,
      emphasis,
      struck,
      spoiler,
      (span: BuiltSpan) => link('https://e.example', span),
      (span: BuiltSpan) => link('', span),
    ];
    let span: BuiltSpan = text('deep');
    for (let n = 0; n < depth; n++) span = (marks[n % marks.length] ?? strong)(span);
    return span;
  };
  const nestedBlock = (depth: number) => {
    let block = paragraph('deep');
    for (let n = 0; n < depth; n++) block = n % 2 === 0 ? quote(block) : list([[block]]);
    return block;
  };

  test('of any depth shows what is in it', () => {
    expect(shownBy([paragraph(nestedSpan(100_000))])).toBe('deep');
    expect(shownBy([nestedBlock(100_000)])).toBe('deep');
    expect(write([nestedBlock(100_000)]).match(/>/g)?.length).toBeLessThan(LIMITS.depth);
  });

  test('names more people than a text may, and the others are text', () => {
    const names = Array.from({ length: 150 }, (_, n) => mention(`user${n}`));
    const built = parse(write([paragraph(...names)])).map(builtBlock);
    expect(built).toEqual(normalBlocks([paragraph(...names)]));
  });

  test('of many spans takes a time in proportion to their number', () => {
    const writeSpans = (n: number) =>
      write([paragraph(...Array.from({ length: n }, (_, at) => (at % 2 ? strong('a') : text(' b '))))]);
    writeSpans(1_000);
    expectInProportion('a paragraph', writeSpans, 2_000, 16_000);
  });
});
