import type { EmojiData } from 'frimousse';
import { TONE_CHARACTERS, tonesOf, type UnicodeEmoji } from './unicode-emoji.js';

/** An emoji of a server. */
export interface OfServer {
  readonly id: string;
  readonly name: string;
}

/** What is picked from. The server's own emoji come first, under their name and id; `names` are those of the groups. */
export function pickerData(
  serverEmoji: readonly OfServer[],
  all: readonly UnicodeEmoji[],
  names: readonly string[],
): EmojiData {
  const own = serverEmoji.map(({ id, name }) => ({
    emoji: `${name}:${id}`,
    category: 0,
    label: name,
    version: 0,
    tags: [name, ...name.split('_')],
  }));
  const unicode = all.map(({ emoji, group, label, names, words, hasTones }) => ({
    emoji,
    category: group + 1,
    label,
    version: 0,
    tags: [...names, ...words],
    ...(hasTones ? { skins: tonesOf(emoji) } : {}),
  }));
  const categories = names.map((label, index) => ({ index, label }));
  const used = new Set([...own, ...unicode].map(({ category }) => category));
  return {
    locale: 'en',
    emojis: [...own, ...unicode],
    categories: categories.filter(({ index }) => used.has(index)),
    skinTones: TONE_CHARACTERS,
  };
}
