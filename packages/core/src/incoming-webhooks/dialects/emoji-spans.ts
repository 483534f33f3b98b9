import { type BuiltSpan, emoji, text } from '@palaver/markup/build';
import { emojiNamed } from '@palaver/markup/emoji';
import { knownEmoji } from '@palaver/markup/emoji/table';

const NAMED = /(?<![\p{N}:]):([A-Za-z0-9_+'-]{1,64}(?:::?skin-tone-[2-6])?):(?![A-Za-z0-9])/gu;

/** The emoji of Unicode that has a short name, or else the name, which the server may have given to one of its own. */
export function emojiSpan(name: string): BuiltSpan {
  const known = emojiNamed(knownEmoji(), name);
  return known === null ? emoji(name) : text(known);
}

/** A plain text with the emoji that it names. */
export function withEmoji(shown: string): BuiltSpan[] {
  const spans: BuiltSpan[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: name = '' } of shown.matchAll(NAMED)) {
    if (index > from) spans.push(text(shown.slice(from, index)));
    spans.push(emojiSpan(name));
    from = index + whole.length;
  }
  if (from < shown.length) spans.push(text(shown.slice(from)));
  return spans;
}
