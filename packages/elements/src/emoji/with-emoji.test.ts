import { emojiNames } from '@palaver/markup/emoji';
import { expect, test } from 'vitest';
import { withEmoji } from './with-emoji.js';

const NAMES = emojiNames([
  ['🎉', 6, 'party popper', 'tada', 'party', 0],
  ['👋', 1, 'waving hand', 'wave', 'hello', 1],
]);
const TEXT =
  ':tada: `:tada:` [:wave::skin-tone-3:](https://e.example/:tada:) :wave: :TADA: \\:tada: :unknown:';

test('emoji that a text names are sent as characters, but those of the server', () => {
  expect(withEmoji(TEXT, (name) => name === 'wave', NAMES)).toBe(
    '🎉 `:tada:` [👋🏼](https://e.example/:tada:) :wave: 🎉 \\:tada: :unknown:',
  );
});

test('a text stays as it is where the names are not loaded', () => {
  expect(withEmoji(TEXT, () => false, null)).toBe(TEXT);
});
