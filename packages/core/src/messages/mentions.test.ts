import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMentions, NAMES_MAX } from './mentions.js';

/** What a text mentions, written as in the text: the likeliest spelling of each name. */
function mentioned(text: string): string[] {
  const { names, channel, here } = findMentions(text);
  return [...names.map(([name = '']) => name), ...(channel ? ['@channel'] : []), ...(here ? ['@here'] : [])];
}

test.each<[string, string[]]>([
  ['@bob', ['bob']],
  ['hi @bob, hi @Carol!', ['bob', 'carol']],
  ['@bob @BOB', ['bob']],
  ['(@bob) "@carol" *@dan* _@eve_ **@fay**', ['bob', 'carol', 'dan', 'eve_', 'fay']],
  ['@bob’s and @bob/@carol', ['bob', 'carol']],
  ['line\n@bob\r\n@carol', ['bob', 'carol']],
  ['@here and @channel', ['@channel', '@here']],
  ['@HERE.', ['@here']],
  ['@bob.', ['bob.']],
  ['@a @ @- @@bob @é', []],
  [`@${'a'.repeat(32)}`, ['a'.repeat(32)]],
  [`@${'a'.repeat(33)}`, []],
  ['bob@example.com é@bob 漢@bob 𝒜@bob a+b@bob', []],
  ['\\@bob', []],
  ['\\\\@bob', ['bob']],
  ['😀@bob', ['bob']],
  // Code.
  ['`@bob` @carol', ['carol']],
  ['``@bob ` @dan`` @carol', ['carol']],
  ['`@bob', ['bob']],
  ['``@bob`', ['bob']],
  ['\\`@bob`', ['bob']],
  ['`a\\` @bob', ['bob']],
  ['```\n@bob\n``` \n@carol', ['carol']],
  ['```ts\n@bob\n@carol', []],
  ['```@bob``` @carol', ['carol']],
  ['~~~\n@bob\n```\n@carol\n~~~\n@dan', ['dan']],
  ['````\n@bob\n```\n@carol\n````\n@dan', ['dan']],
  ['    ```\n@bob', ['bob']],
  // Links.
  ['https://example.com/@bob @carol', ['carol']],
  ['see https://example.com/a?b=@bob', []],
  ['ftp://@bob www.example.com/@bob mailto:a@bob', []],
  ['<https://example.com/@bob>@carol', ['carol']],
  ['[@bob](https://example.com) @carol', ['carol']],
  ['@dan [a @bob [b] `]` c](/@eve) @carol', ['dan', 'carol']],
  ['![@bob](/a.png)', []],
  ['[@bob] (x) [@carol]', ['bob', 'carol']],
  ['[@bob](x', ['bob']],
  ['[1] @bob [x](y)', ['bob']],
  ['\\[@bob](x)', ['bob']],
  ['[@bob](x\n)', ['bob']],
])('%j mentions %j', (text, expected) => {
  expect(mentioned(text)).toEqual(expected);
});

test('a punctuation mark at the end may belong to the name or to the sentence', () => {
  expect(findMentions('@bob... @a.').names).toEqual([['bob...', 'bob'], ['a.']]);
});

test('a message names at most a hundred', () => {
  const names = Array.from({ length: 150 }, (_, n) => `user${n}`);
  expect(mentioned(names.map((name) => `@${name}`).join(' '))).toEqual(names.slice(0, NAMES_MAX));
});

const name = fc.stringMatching(/^[a-z0-9]{2,20}$/).filter((word) => word !== 'here' && word !== 'channel');
const hidden = fc.constantFrom(
  (word: string) => `\`@${word}\``,
  (word: string) => `\n\`\`\`\n@${word}\n\`\`\`\n`,
  (word: string) => `[@${word}](x)`,
  (word: string) => `https://x/@${word}`,
  (word: string) => `a@${word}`,
  (word: string) => `\\@${word}`,
);

test('of any text made of visible and hidden names, exactly the visible ones are found', () => {
  const part = fc.oneof(
    name.map((word) => ({ word, text: `@${word}`, isVisible: true })),
    fc.tuple(name, hidden).map(([word, hide]) => ({ word, text: hide(word), isVisible: false })),
    fc.constantFrom('and', '…', '(', ')', '*', '!', '\n', '<', '>').map((text) => ({
      word: '',
      text,
      isVisible: false,
    })),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const visible = parts.flatMap(({ word, isVisible }) => (isVisible ? [word] : []));
      expect(mentioned(parts.map(({ text }) => text).join(' '))).toEqual([...new Set(visible)]);
    }),
  );
});

test('no text is refused or takes long', () => {
  const pieces = [
    '@',
    '[',
    ']',
    '](',
    '](x)',
    '`',
    '``',
    '```',
    '\n```\n',
    '~~~\n',
    '\\',
    '@a',
    '@.',
    'a.',
    'www.',
    '://',
  ];
  for (const piece of pieces) findMentions(piece.repeat(40_000));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, ' ', 'bob'), { maxLength: 60 }), (parts) => {
      for (const spellings of findMentions(parts.join('')).names) {
        for (const spelling of spellings) expect(spelling).toMatch(/^[a-z0-9._-]{2,32}$/);
      }
    }),
  );
});
