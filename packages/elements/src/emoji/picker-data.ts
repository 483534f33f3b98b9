import type { EmojiData } from 'frimousse';
import { TONE_CHARACTERS, tonesOf, type UnicodeEmoji } from './unicode-emoji.js';

/** An emoji of a server. */
export interface OfServer {
  readonly id: string;
  readonly name: string;
}

/** More than the picker counts for any other emoji: a point for each word that has what is looked for, and ten for a label. */
const POINTS = 200;

/**
 * What is picked from. The server's own emoji come first, under their name and id; `names` are those of the groups. An emoji
 * whose short name is just what is looked for comes before all, and so does its group.
 */
export function pickerData(
  serverEmoji: readonly OfServer[],
  all: readonly UnicodeEmoji[],
  names: readonly string[],
  search: string,
): EmojiData {
  const wanted = search.trim().replace(/^:|:$/g, '').toLowerCase();
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
  const emojis = [...own, ...unicode];
  const place = emojiNamed(serverEmoji, all, wanted);
  const exact = emojis[place];
  if (exact !== undefined) emojis[place] = { ...exact, tags: Array<string>(POINTS).fill(search.trim()) };
  const used = new Set(emojis.map(({ category }) => category));
  const categories = names.map((label, index) => ({ index, label })).filter(({ index }) => used.has(index));
  const rank = ({ index }: { readonly index: number }) => (index === exact?.category ? 0 : 1);
  return {
    locale: 'en',
    emojis,
    categories: categories.sort((a, b) => rank(a) - rank(b)),
    skinTones: TONE_CHARACTERS,
  };
}

/** The place of the emoji with a short name, among those of the server and then of Unicode; -1 for none. */
function emojiNamed(serverEmoji: readonly OfServer[], all: readonly UnicodeEmoji[], name: string): number {
  const own = serverEmoji.findIndex((each) => each.name.toLowerCase() === name);
  const place = own >= 0 ? -1 : all.findIndex(({ names }) => names.includes(name));
  return place < 0 ? own : serverEmoji.length + place;
}
