import { emojiNamed as emojiOf } from '@palaver/markup/emoji';
import { knownEmoji } from '@palaver/markup/emoji/table';

/** The emoji of a name such as `+1` or `wave::skin-tone-3`; null for one of the workspace's own. */
export function emojiNamed(given: string): string | null {
  return emojiOf(knownEmoji(), given);
}

const NAMED = /:([a-z0-9_+'-]{1,64})(?:::(skin-tone-[2-6])|:(skin-tone-[2-6]))?:/g;

/** A text with the emoji that it names, outside of code. */
export function withEmoji(text: string): string {
  if (!text.includes(':')) return text;
  return text
    .split(/(```[\s\S]*?```|`[^`\n]+`|\]\([^)\s]*\)|https?:\/\/\S+)/g)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(NAMED, (whole: string, name: string, tone?: string, other?: string) => {
            const modifier = tone ?? other;
            return emojiNamed(modifier === undefined ? name : `${name}::${modifier}`) ?? whole;
          }),
    )
    .join('');
}
