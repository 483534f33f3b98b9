import { spellingsOf } from './names.js';
import type { Block } from './tree.js';
import { spansOf } from './walk.js';

/** Whom a text mentions. Whether they exist is for others to find out. */
export interface MentionedNames {
  /** In lower case and in the order of the text, each with its spellings, the likeliest first (`spellingsOf`). */
  readonly names: ReadonlyArray<readonly string[]>;
  /** Whether it says `@channel`. */
  readonly channel: boolean;
  /** Whether it says `@here`. */
  readonly here: boolean;
}

/** What the tree of a text mentions: exactly what is shown as a mention. */
export function mentionsIn(blocks: readonly Block[]): MentionedNames {
  const found = new Map<string, readonly string[]>();
  for (const span of spansOf(blocks))
    if (span.type === 'mention') found.set(span.name.toLowerCase(), spellingsOf(span.name));
  const all = [...found.values()];
  const says = (word: string) => all.some((spelled) => spelled.includes(word));
  const names = all.filter((spelled) => !spelled.includes('here') && !spelled.includes('channel'));
  return { names, channel: says('channel'), here: says('here') };
}
