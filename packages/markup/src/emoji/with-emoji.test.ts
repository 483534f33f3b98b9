import { expect, test } from 'vitest';
import { emojiNamed } from './index.js';
import { knownEmoji } from './table.js';
import { withEmoji } from './with-emoji.js';

test.each([
  [':tada: and **:+1::wave::skin-tone-3:**', '🎉 and **👍👋🏼**'],
  ['`:tada:`\n```\n:tada:\n```\n:tada:', '`:tada:`\n```\n:tada:\n```\n🎉'],
  ['10:30:45 \\:tada: :party_parrot:', '10:30:45 \\:tada: :party_parrot:'],
  [
    '[:tada:](https://e.example/:tada:) https://e.example/:tada:',
    '[🎉](https://e.example/:tada:) https://e.example/:tada:',
  ],
  ['> - :rocket:\r\n\r\n|a|\n|-|\n|:tada:|', '> - 🚀\r\n\r\n|a|\n|-|\n|🎉|'],
  ['', ''],
])('%j is %j', (text, expected) => {
  expect(withEmoji(text, (name) => emojiNamed(knownEmoji(), name))).toBe(expected);
});
