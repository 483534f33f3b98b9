import { readFileSync } from 'node:fs';
import { type EmojiNames, type EmojiRow, emojiNames } from './index.js';

/** What `make-emoji.mjs` has written, whether this is run from its source or built. */
const FILE = new URL('../../dist/emoji.json', import.meta.url);

let names: EmojiNames | undefined;

/** The emoji of Unicode by name. The table is read when it is first needed, outside of browsers. */
export function knownEmoji(): EmojiNames {
  names ??= emojiNames(emojiRows());
  return names;
}

export function emojiRows(): readonly EmojiRow[] {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}
