/** An emoji as its text, group, label, names between colons, words, and 1 where it has skin tones. */
export type EmojiRow = readonly [string, number, string, string, string, 0 | 1];

/** The build has all emoji of Unicode here (`emoji-data.ts`). */
const rows: readonly EmojiRow[] = [];
export default rows;
