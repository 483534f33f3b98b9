import { EMOJI_NAMES } from './emoji-names.js';

let known: ReadonlyMap<string, string> | undefined;

function emojiByName(): ReadonlyMap<string, string> {
  known ??= new Map(
    EMOJI_NAMES.trim()
      .split('\n')
      .map((line) => {
        const [name = '', emoji = ''] = line.split(' ');
        // The mark is needed by those alone that are not shown as pictures without it.
        return [name, emoji.replace(/(\p{Emoji_Presentation})\ufe0f/gu, '$1')];
      }),
  );
  return known;
}

const TONE = /^skin-tone-([2-6])$/;

/** The emoji of a name such as `+1` or `wave::skin-tone-3`; null for one of the workspace's own. */
export function emojiNamed(given: string): string | null {
  const [name = '', modifier = ''] = given.split('::');
  const emoji = emojiByName().get(name);
  if (emoji === undefined) return null;
  const [, tone] = TONE.exec(modifier) ?? [];
  return tone === undefined ? emoji : withTone(emoji, Number(tone));
}

/** The modifier comes after the first character, in the place of the mark of emoji presentation (UTS #51, 2.4). */
function withTone(emoji: string, tone: number): string {
  const [first = '', ...rest] = [...emoji];
  const left = rest[0] === '\ufe0f' ? rest.slice(1) : rest;
  return first + String.fromCodePoint(0x1f3fb + tone - 2) + left.join('');
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
