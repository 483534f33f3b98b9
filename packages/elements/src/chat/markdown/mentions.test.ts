import { mentionsIn, parse, spellingsOf } from '@palaver/markup';
import { hostileTexts } from '@palaver/markup/testing';
import fc from 'fast-check';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { htmlOf } from '../../testing/shown.js';
import { Markdown } from './markdown.js';

const SHOWN = /<span class="[^"]*mention[^"]*">@([\w.-]+)<\/span>/g;

/** All names that a text shows as mentions, where nothing is known about who is there. */
function shownAsMentions(text: string): string[] {
  const html = htmlOf(createElement(Markdown, { text }));
  return [...html.matchAll(SHOWN)].flatMap(([, name = '']) => spellingsOf(name));
}

/** All names that the service looks up for a text (`findMentions`). */
function lookedUp(text: string): string[] {
  const { names, channel, here } = mentionsIn(parse(text));
  return [...names.flat(), ...(channel ? ['channel'] : []), ...(here ? ['here'] : [])];
}

/** Who says `@here.` mentions those who are here, and nobody of such a name. */
const sorted = (names: readonly string[]) =>
  [...new Set(names.map((name) => /^(?:here|channel)(?=[._-]*$)/.exec(name)?.[0] ?? name))].sort();

test('what is shown as a mention is what is looked up, in any text', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '@bob',
      '@Carol.',
      '@_dan_',
      '@here',
      '@channel.',
      '@eve@mastodon.social',
      '\\@bob',
      'é@bob',
    ),
    fc.constantFrom('会', 'ก', 'a', '/', ' ', '\n', '\n\n', '    ', '|', '\n|-|\n'),
    fc.constantFrom(
      '*',
      '_',
      '**',
      '~~',
      '||',
      '`',
      '```\n',
      '- ',
      '> ',
      '[',
      '](https://x.y)',
      '<',
      '>',
      '\\',
    ),
    fc.constantFrom('https://x.y/', 'www.x.y/', '&#64;bob', '[@bob]: https://x.y\n', ':tada:', '#general'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      expect([text, sorted(shownAsMentions(text))]).toEqual([text, sorted(lookedUp(text))]);
    }),
    { numRuns: 500 },
  );
});

test('and in texts that parsers fail at', () => {
  for (const hostile of Object.values(hostileTexts(500))) {
    for (const text of [`@bob ${hostile} @carol`, `${hostile}\n\n@bob`])
      expect([text, sorted(shownAsMentions(text))]).toEqual([text, sorted(lookedUp(text))]);
  }
});
