import { parse } from '../parse.js';
import { spansOf } from '../walk.js';

const NAMED = /:[a-z0-9_+'-]+:/i;

/** Whether a text may name an emoji. */
export function mayNameEmoji(text: string): boolean {
  return NAMED.test(text);
}

/**
 * A text with emoji in the place of their names (`:tada:`), outside of code. A name for which `emojiOf` has none stays, and so
 * does all else.
 */
export function withEmoji(text: string, emojiOf: (name: string) => string | null): string {
  if (!mayNameEmoji(text)) return text;
  const parts: string[] = [];
  let from = 0;
  for (const span of spansOf(parse(text))) {
    if (span.type !== 'emoji' || span.start < from) continue;
    const emoji = emojiOf(span.name);
    if (emoji === null) continue;
    parts.push(text.slice(from, span.start), emoji);
    from = span.end;
  }
  return [...parts, text.slice(from)].join('');
}
