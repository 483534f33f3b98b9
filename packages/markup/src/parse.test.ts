import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from './limits.js';
import { mentionsIn } from './mentions.js';
import { parse } from './parse.js';
import { plainText } from './plain-text.js';
import { expectInProportion } from './testing/cpu.js';
import { hostileTexts } from './testing/hostile.js';
import { isSeen } from './text-of.js';
import type { Block, Span } from './tree.js';
import { spansOf } from './walk.js';

/** A tree in few words: `strong(bold) " " @bob`. */
function shown(blocks: readonly Block[]): string {
  return blocks.map(shownBlock).join(' ');
}

function shownBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `p(${shownSpans(block.spans)})`;
    case 'heading':
      return `h${block.level}(${shownSpans(block.spans)})`;
    case 'quote':
      return `quote(${shown(block.blocks)})`;
    case 'list':
      return `list${block.start ?? ''}(${block.items
        .map(({ isDone, blocks }) => `${isDone === null ? '' : isDone ? '[x]' : '[ ]'}${shown(blocks)}`)
        .join('; ')})`;
    case 'fence':
      return `fence:${block.language}(${block.text})`;
    case 'table':
      return `table:${block.alignments.map((side) => side ?? '-')}(${block.rows.map((row) => row.map(shownSpans).join('|')).join('; ')})`;
    case 'rule':
      return 'rule';
  }
}

function shownSpans(spans: readonly Span[]): string {
  const text = spans.map((span) => {
    if (span.type === 'break') return '\\n';
    if (span.type === 'link') {
      const label = shownSpans(span.spans);
      return `link(${label === span.href ? '' : `${label} → `}${span.href}${span.host === null ? '' : ` at ${span.host}`})`;
    }
    if ('spans' in span) return `${span.type}(${shownSpans(span.spans)})`;
    return span.type === 'text' ? span.text : `${span.type}(${span.text})`;
  });
  return text.join('');
}

describe('a text', () => {
  test.each([
    ['plain words', 'p(plain words)'],
    ['**a** _b_ ~~c~~ `d`', 'p(strong(a) emphasis(b) struck(c) code(d))'],
    ['one\ntwo\r\nthree', 'p(one\\ntwo\\nthree)'],
    ['# Title', 'h1(Title)'],
    ['> said\n> twice', 'quote(p(said\\ntwice))'],
    ['- a\n- b\n  1. c', 'list(p(a); p(b) list1(p(c)))'],
    ['7. a\n8. b', 'list7(p(a); p(b))'],
    ['- [ ] todo\n- [x] **done**', 'list([ ]p(todo); [x]p(strong(done)))'],
    ['```ts\nconst a = 1;\n```', 'fence:ts(const a = 1;)'],
    ['    indented', 'fence:(indented)'],
    ['|a|b|c|\n|:-|:-:|-:|\n|1|2\\|3|`4`|', 'table:left,center,right(a|b|c; 1|2|3|code(4))'],
    ['a\n\n---\n\nb', 'p(a) rule p(b)'],
    ['[x](https://e.example)', 'p(link(x → https://e.example))'],
    ['![a graph](https://e.example/g.png)', 'p(link(a graph → https://e.example/g.png))'],
    ['see [a]\n\n[a]: https://e.example', 'p(see link(a → https://e.example))'],
    ['||plot|| a || b || c', 'p(spoiler(plot) a || b || c)'],
    ['&amp; \\* &#64;bob', 'p(& * @bob)'],
    ['<b>bold</b> <!-- x -->', 'p(<b>bold</b> <!-- x -->)'],
  ])('%j is %s', (text, tree) => {
    expect(shown(parse(text))).toBe(tree);
  });
});

describe('nothing is hidden', () => {
  test.each([
    ['[JIRA-123]: https://jira.example/1', 'p([JIRA-123]: link(https://jira.example/1))'],
    ['>', 'p(>)'],
    ['#', 'p(#)'],
    ['+', 'p(+)'],
    ['1.', 'p(1.)'],
    ['> #\n> - x', 'quote(p(#) list(p(x)))'],
    ['[]()', 'p([]())'],
    ['```\n```', 'p(```\\n```)'],
    ['handlers[type](event)', 'p(handlers[type](event))'],
    ['[docs](a/b.md) [call](tel:123)', 'p([docs](a/b.md) [call](tel:123))'],
    ['[x](javascript:alert(1))', 'p([x](javascript:alert(1)))'],
    ['![x](data:image/png;base64,AA)', 'p(![x](data:image/png;base64,AA))'],
    ['[a]\n\n[a]: /relative', 'p([a]) p([a]: /relative)'],
    [
      '[https://bank.example](https://evil.example/x)',
      'p(link(https://bank.example → https://evil.example/x at evil.example))',
    ],
    [
      '[bank.example](https://www.bank.example/login)',
      'p(link(bank.example → https://www.bank.example/login))',
    ],
    [
      '[b\u200bank.example](https://evil.example)',
      'p(link(b\u200bank.example → https://evil.example at evil.example))',
    ],
  ])('%j is %s', (text, tree) => {
    expect(shown(parse(text))).toBe(tree);
  });
});

describe('addresses and names', () => {
  test.each([
    [
      '见https://e.example/路径。然后',
      'p(见link(https://e.example/路径 → https://e.example/%E8%B7%AF%E5%BE%84)。然后)',
    ],
    ['a\u2028www.e.example', 'p(a\u2028link(www.e.example → http://www.e.example))'],
    ['bob@e.example \udc00', 'p(link(bob@e.example → mailto:bob@e.example) \udc00)'],
    ['（https://e.example/a）', 'p(（link(https://e.example/a)）)'],
    [
      'https://e.example/a，https://e.example/b！',
      'p(link(https://e.example/a)，link(https://e.example/b)！)',
    ],
    ['𠀀https://e.example/a', 'p(𠀀link(https://e.example/a))'],
    ['「www.e.example」', 'p(「link(www.e.example → http://www.e.example)」)'],
    [
      '**https://e.example/a** (https://e.example/b).',
      'p(strong(link(https://e.example/a)) (link(https://e.example/b)).)',
    ],
    ['*bob@e.example*', 'p(emphasis(link(bob@e.example → mailto:bob@e.example)))'],
    [
      '<https://e.example> <bob@e.example>',
      'p(link(https://e.example) link(bob@e.example → mailto:bob@e.example))',
    ],
    ['`https://e.example`', 'p(code(https://e.example))'],
    ['**强调。**她 **“引号”**和', 'p(strong(强调。)她 strong(“引号”)和)'],
    [':tada: :+1::wave::skin-tone-3:', 'p(emoji(:tada:) emoji(:+1:)emoji(:wave::skin-tone-3:))'],
    ['12:30:45 a::b::c `:tada:` \\:tada:', 'p(12:30:45 a::b::c code(:tada:) :tada:)'],
    ['#general a#b \\#c #日本', 'p(channel(#general) a#b #c channel(#日本))'],
  ])('%j is %s', (text, tree) => {
    expect(shown(parse(text))).toBe(tree);
  });
});

test('the last of a link and of a spoiler is where it was typed', () => {
  const text = '[a :tada:](https://e.example/:x:) ||a @bob|| ||`b`|| [**c**](https://e.example) :tada:';
  const typed = [...spansOf(parse(text))].flatMap((span) =>
    'start' in span ? [text.slice(span.start, span.end)] : [],
  );
  expect(typed).toEqual(['a ', ':tada:', ' ', 'a ', '@bob', ' ', 'b', ' ', 'c', ' ', ':tada:']);
});

test('a text that has something to see shows something, and as it was typed where it would not', () => {
  expect(plainText(parse('&#x200b;')).text).toBe('&#x200b;');
  expect(plainText(parse('> **&zwj;**')).text).toBe('**&zwj;**');
  expect(plainText(parse('a ![&zwj;](https://x.y)')).text).toBe('a https://x.y');
  expect(plainText(parse('a [&#8203;](https://x.y)')).text).toBe('a [&#8203;](https://x.y)');
  const marks = [
    '[',
    '](',
    ')',
    '](https://x.y)',
    '![',
    '#',
    '>',
    '-',
    '1.',
    '*',
    '**',
    '_',
    '~~',
    '||',
    '`',
    '```',
  ];
  const blanks = [
    '&nbsp;',
    '&#x200b;',
    '&zwj;',
    '&#0;',
    '\u200b',
    '\u2800',
    '\u202e',
    ' ',
    '    ',
    '\n',
    '\n\n',
  ];
  const others = [
    '|',
    '\n|-|\n',
    '[x]: https://y.z\n',
    '[x]',
    '[ ] ',
    '---',
    '===',
    '<',
    '\\',
    '<!-- -->',
    'a',
  ];
  const part = fc.constantFrom(...marks, ...blanks, ...others);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      const tree = shown(parse(text));
      const isShown = isSeen(plainText(parse(text)).text) || /rule|\[[ x]\]/.test(tree);
      expect([text, isShown]).toEqual([text, isSeen(text)]);
    }),
    { numRuns: 2_000 },
  );
});

describe('bad input', () => {
  test('is bounded in its depth, and the rest is plain text', () => {
    const deep = shown(parse(`${'>'.repeat(3_999)}a`));
    expect(deep.match(/quote\(/g)).toHaveLength(LIMITS.depth);
    expect(deep).toContain(`p(${'>'.repeat(3_999 - LIMITS.depth)}a)`);
    const marks = plainText(parse(`${'*a **b '.repeat(40)}${'b** a* '.repeat(40)}`)).text;
    expect(marks.match(/a/g)).toHaveLength(80);
  });

  test('takes a time in proportion to its length', () => {
    const read = (text: string) => {
      const blocks = parse(text);
      mentionsIn(blocks);
      plainText(blocks);
    };
    for (const text of Object.values(hostileTexts(500))) read(text);
    const longer = hostileTexts(40_000);
    for (const [name, text] of Object.entries(hostileTexts(5_000))) {
      expectInProportion(name, read, text, longer[name] ?? '');
    }
  });

  test('of any kind is parsed, and every place is one of the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...Object.keys(hostileTexts(1)),
        ' ',
        '\n',
        'a',
        '@bob',
        '[x]: https://y.z\n',
        '```',
        '> ',
        '1. ',
        '||',
        '🎉',
        'é',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const plain = plainText(parse(text));
        for (let at = 0; at < plain.text.length; at += 7) {
          const { start, end } = plain.original({ start: at, end: at + 1 });
          expect(start >= 0 && end >= start && end <= text.length, JSON.stringify(text)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
