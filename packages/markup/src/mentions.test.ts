import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from './limits.js';
import { mentionsIn } from './mentions.js';
import { parse } from './parse.js';

/** What a text mentions, written as in the text: the likeliest spelling of each name. */
function mentioned(text: string): string[] {
  const { names, channel, here } = mentionsIn(parse(text));
  return [...names.map(([name = '']) => name), ...(channel ? ['@channel'] : []), ...(here ? ['@here'] : [])];
}

describe('mentions', () => {
  test.each<[string, string[]]>([
    ['@bob', ['bob']],
    ['hi @bob, hi @Carol!', ['bob', 'carol']],
    ['@bob @BOB', ['bob']],
    ['(@bob) "@carol" *@dan* _@eve_ **@fay** ~~@gus~~', ['bob', 'carol', 'dan', 'eve', 'fay', 'gus']],
    ['@bob’s and @bob/@carol', ['bob', 'carol']],
    ['line\n@bob\r\n@carol', ['bob', 'carol']],
    ['@here and @channel', ['@channel', '@here']],
    ['@HERE.', ['@here']],
    ['@bob.', ['bob.']],
    ['@_bob_ @a_b_ @x._y_', ['_bob_', 'a_b_', 'x._y_']],
    ['@a @ @- @@bob @é', []],
    [`@${'a'.repeat(32)}`, ['a'.repeat(32)]],
    [`@${'a'.repeat(33)}`, []],
    ['bob@example.com é@bob Ж@bob 𝒜@bob a+b@bob 1@bob _@bob a.@bob a-@bob', []],
    [
      '你好@bob，看看 ขอ@carol 한국@dan カー@eve ສະບາຍ@fay សួស្តី@gus ဟို@hal',
      ['bob', 'carol', 'dan', 'eve', 'fay', 'gus', 'hal'],
    ],
    ['@bob@mastodon.social x.com/@bob and/@bob /@bob', []],
    ['**a**@bob **a** @carol', ['carol']],
    ['\\@bob &#64;carol', []],
    ['\\\\@bob', ['bob']],
    ['😀@bob :wave:@carol', ['bob', 'carol']],
    ['||@bob||', ['bob']],
    // Code.
    ['`@bob` @carol', ['carol']],
    ['``@bob ` @dan`` @carol', ['carol']],
    ['`@bob', ['bob']],
    ['\\`@bob`', ['bob']],
    ['`a\n\n@bob`', ['bob']],
    ['```\n@bob\n``` \n@carol', ['carol']],
    ['```ts\n@bob\n@carol', []],
    ['```@bob``` @carol', ['carol']],
    ['~~~\n@bob\n```\n@carol\n~~~\n@dan', ['dan']],
    ['    @bob', []],
    ['- ```\n  @bob\n  ```\n- @carol', ['carol']],
    ['> ```\n> @bob\n\n@carol', ['carol']],
    // Links.
    ['https://example.com/@bob @carol', ['carol']],
    ['see https://example.com/a?b=@bob', []],
    ['www.example.com/@bob mailto:a@bob', []],
    ['<https://example.com/@bob>@carol', []],
    ['<https://example.com/@bob> @carol', ['carol']],
    ['[@bob](https://example.com) @carol', ['carol']],
    ['[@bob](/relative) @carol', ['carol']],
    ['![@bob](/a.png)', []],
    ['[@bob] (x) [@carol]', ['bob', 'carol']],
    ['[@bob](x', ['bob']],
    ['[@bob]\n\n[@bob]: https://example.com', []],
  ])('of %j are %j', (text, expected) => {
    expect(mentioned(text)).toEqual(expected);
  });

  test('have a punctuation mark at the end that may belong to the name or to the sentence', () => {
    expect(mentionsIn(parse('@bob... @a.')).names).toEqual([['bob...', 'bob'], ['a.']]);
  });

  test('are at most a hundred', () => {
    const names = Array.from({ length: 150 }, (_, n) => `user${n}`);
    expect(mentioned(names.map((name) => `@${name}`).join(' '))).toEqual(names.slice(0, LIMITS.names));
  });

  test('of any text made of visible and hidden names are exactly the visible ones', () => {
    const name = fc
      .stringMatching(/^[a-z0-9]{2,20}$/)
      .filter((word) => word !== 'here' && word !== 'channel');
    const hide = fc.constantFrom<(word: string) => string>(
      (word) => `\`@${word}\``,
      (word) => `\n\`\`\`\n@${word}\n\`\`\`\n`,
      (word) => `[@${word}](x)`,
      (word) => `https://x.y/@${word}`,
      (word) => `a@${word}`,
      (word) => `\\@${word}`,
    );
    const part = fc.oneof(
      name.map((word) => ({ word, text: `@${word}`, isVisible: true })),
      fc.tuple(name, hide).map(([word, hidden]) => ({ word, text: hidden(word), isVisible: false })),
      fc
        .constantFrom('and', '…', '(', ')', '*', '!', '\n', '<')
        .map((text) => ({ word: '', text, isVisible: false })),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const visible = parts.flatMap(({ word, isVisible }) => (isVisible ? [word] : []));
        expect(mentioned(parts.map(({ text }) => text).join(' '))).toEqual([...new Set(visible)]);
      }),
    );
  });
});
