import { parse, spansOf } from '@palaver/markup';
import { emojiNamed } from '@palaver/markup/emoji';
import { loadEmoji, loadedNames } from './unicode-emoji.js';

const NAMED = /:[a-z0-9_+'-]+:/i;

/** Loads the names once a text has what may be one, so that they are there when it is sent. */
export function prepareEmoji(text: string): void {
  if (NAMED.test(text)) void loadEmoji().catch(() => {});
}

/**
 * A text with the emoji of Unicode that it names (`:tada:`), outside of code. One that the server has made by this name stays,
 * and so do all where the names are not loaded: the text is shown the same.
 */
export function withEmoji(text: string, isOfServer: (name: string) => boolean): string {
  const names = loadedNames();
  if (names === null || !NAMED.test(text)) return text;
  let [written, from] = ['', 0];
  for (const span of spansOf(parse(text))) {
    if (span.type !== 'emoji' || isOfServer(span.name.toLowerCase())) continue;
    const emoji = emojiNamed(names, span.name);
    if (emoji === null || span.start < from) continue;
    written += text.slice(from, span.start) + emoji;
    from = span.end;
  }
  return written + text.slice(from);
}
