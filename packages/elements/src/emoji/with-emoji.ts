import { mayNameEmoji, withEmoji as written } from '@palaver/markup';
import { type EmojiNames, emojiNamed } from '@palaver/markup/emoji';
import { loadEmoji, loadedNames } from './unicode-emoji.js';

/** Loads the names once a text has what may be one, so that they are there when it is sent. */
export function prepareEmoji(text: string): void {
  if (mayNameEmoji(text)) void loadEmoji().catch(() => {});
}

/**
 * A text with the emoji of Unicode that it names (`:tada:`), outside of code. One that the server has made by this name stays,
 * and so do all where the names are not loaded: the text is shown the same.
 */
export function withEmoji(
  text: string,
  isOfServer: (name: string) => boolean,
  names: EmojiNames | null = loadedNames(),
): string {
  if (names === null) return text;
  return written(text, (name) => (isOfServer(name.toLowerCase()) ? null : emojiNamed(names, name)));
}
