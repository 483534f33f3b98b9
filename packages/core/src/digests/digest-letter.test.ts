import { expect, test } from 'vitest';
import { digestLetter } from './digest-letter.js';

const CONTENTS: Array<[content: string, shown: string]> = [
  ['**Deploy** of `api` [failed](https://ci.example/1)', 'Deploy of api failed'],
  ['- one\n- two\n\n> three', 'one two three'],
  ['she ||dies|| &amp; so on', 'she ▒▒▒▒ & so on'],
  ['[https://bank.example](https://evil.example)', 'https://bank.example (evil.example)'],
  ['', '(a file)'],
  [`[${'x'.repeat(300)}](https://ci.example/1)`, `${'x'.repeat(280)}…`],
];

test.each(CONTENTS)('a letter shows %j as %j', (text, shown) => {
  const place = { author: 'Ada', channelName: 'general', serverName: 'Acme', channelId: 'c', messageId: 'm' };
  const items = [{ ...place, text }];
  const { text: letter } = digestLetter({
    username: 'bob',
    items,
    pagesUrl: 'https://p.example',
    unsubscribeUrl: 'https://p.example/u',
  });
  expect(letter).toContain(`Ada in #general, Acme:\n${shown}\nhttps://p.example/message?`);
});
