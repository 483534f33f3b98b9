import fc from 'fast-check';
import {
  type BuiltBlock,
  type BuiltSpan,
  channel,
  code,
  emoji,
  fence,
  heading,
  lineBreak,
  link,
  mention,
  paragraph,
  quote,
  rule,
  table,
  text,
} from '../build/index.js';
import type { Block, Span } from '../tree.js';

/** A tree without the places, in which texts that follow each other are one. */
export function builtBlock(block: Block): BuiltBlock {
  switch (block.type) {
    case 'paragraph':
      return { type: 'paragraph', spans: builtSpans(block.spans) };
    case 'heading':
      return { ...block, spans: builtSpans(block.spans) };
    case 'quote':
      return { type: 'quote', blocks: block.blocks.map(builtBlock) };
    case 'list':
      return {
        ...block,
        items: block.items.map(({ isDone, blocks }) => ({ isDone, blocks: blocks.map(builtBlock) })),
      };
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(builtSpans)) };
    case 'fence':
      return { type: 'fence', language: block.language, text: block.text };
    case 'rule':
      return block;
  }
}

function builtSpans(spans: readonly Span[]): BuiltSpan[] {
  const all: BuiltSpan[] = [];
  for (const span of spans) {
    const built = builtSpan(span);
    const last = all.at(-1);
    if (built.type === 'text' && last?.type === 'text')
      all[all.length - 1] = { type: 'text', text: last.text + built.text };
    else all.push(built);
  }
  return all;
}

function builtSpan(span: Span): BuiltSpan {
  switch (span.type) {
    case 'text':
    case 'code':
      return { type: span.type, text: span.text };
    case 'link':
      return { type: 'link', href: span.href, spans: builtSpans(span.spans) };
    case 'mention':
    case 'channel':
    case 'emoji':
      return { type: span.type, name: span.name };
    case 'break':
      return span;
    default:
      return { type: span.type, spans: builtSpans(span.spans) };
  }
}

const WORDS = [
  ...'*_~`|<>[]()!#&\\:@-+=.,;"\' \t\n19aé日。🎉',
  ...[
    '**',
    '__',
    '~~',
    '||',
    '```',
    '~~~',
    '---',
    '===',
    '&amp;',
    '&#64;',
    '](',
    ']: ',
    '[x] ',
    '- ',
    '1. ',
    '# ',
    '> ',
  ],
  ...[
    '@bob',
    '#general',
    ':tada:',
    ':a',
    'a:',
    'https://e.example/a_b',
    'www.e.example',
    'bob@e.example',
    '://',
    'a_b',
    '2*3',
  ],
  ...[
    '\r\n',
    '\0',
    '\u001b',
    '\ud800',
    '\udc00',
    '\u2028',
    '\u00a0',
    '\u200b',
    '\u200d',
    '\u2800',
    '&zwj;',
    '  ',
    '|-|-|',
    'a|b',
    '\\\n',
    'skin-tone-2:',
  ],
];
export const anyText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const anyName = fc.oneof(
  fc.constantFrom(
    'bob',
    'ann.de',
    'a_',
    '_b',
    'x.',
    'tada',
    '+1',
    'skin-tone-2',
    'wave::skin-tone-3',
    '日本',
    '12',
    'here',
  ),
  anyText,
);
const anyHref = fc.oneof(
  fc.constantFrom(
    'https://e.example',
    'https://e.example/(a)_b|c',
    'https://e.example/?a=1&copy;',
    'mailto:bob@e.example',
    'javascript:alert(1)',
    'http://www.e.example',
    'bob@e.example',
  ),
  anyText.map((path) => `https://e.example/${path}`),
  anyText,
);

const { span: anySpan } = fc.letrec<{ span: BuiltSpan }>((tie) => ({
  span: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: anyText.map(text) },
    anyText.map(code),
    anyName.map(mention),
    anyName.map(channel),
    anyName.map(emoji),
    fc.constant(lineBreak),
    fc.tuple(anyHref, fc.array(tie('span'), { maxLength: 3 })).map(([href, spans]) => link(href, ...spans)),
    fc
      .tuple(
        fc.constantFrom('strong', 'emphasis', 'struck', 'spoiler'),
        fc.array(tie('span'), { maxLength: 4 }),
      )
      .map(([type, spans]): BuiltSpan => ({ type, spans })),
  ),
}));
export const anySpans = fc.array(anySpan, { maxLength: 6 });

export const { block: anyBlock } = fc.letrec<{ block: BuiltBlock }>((tie) => {
  const blocks = fc.array(tie('block'), { maxLength: 3 });
  return {
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: anySpans.map((spans) => paragraph(...spans)) },
      fc.tuple(fc.nat(8), anySpans).map(([level, spans]) => heading(level, ...spans)),
      fc
        .tuple(anyText, fc.constantFrom('', 'ts', 'c++', 'a b', '`'))
        .map(([shown, language]) => fence(shown, language)),
      fc.constant(rule),
      fc
        .tuple(
          fc.array(fc.array(fc.array(anySpan, { maxLength: 2 }), { maxLength: 3 }), { maxLength: 3 }),
          fc.array(fc.constantFrom('left', 'center', 'right', null), { maxLength: 3 }),
        )
        .map(([rows, alignments]) => table(rows, alignments)),
      blocks.map((inside) => quote(...inside)),
      fc
        .record({
          start: fc.constantFrom(null, null, 0, 1, 7, 99, 999_999_999, -1, 1e12, Number.NaN),
          isTight: fc.boolean(),
          items: fc.array(fc.record({ isDone: fc.constantFrom(null, null, true, false), blocks }), {
            maxLength: 3,
          }),
        })
        .map((given): BuiltBlock => ({ type: 'list', ...given })),
    ),
  };
});
