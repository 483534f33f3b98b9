import type { EmojiRow } from '@palaver/markup/emoji';

/** The build has all emoji of Unicode here (`emoji-rows-plugin.ts`). */
const rows: readonly EmojiRow[] = [];
export default rows;
