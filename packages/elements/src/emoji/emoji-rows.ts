import type { EmojiRow } from '@palaver/markup/emoji';

/** The build has all emoji of Unicode here (`emoji-rows.ts` beside the configuration of Vite). */
const rows: readonly EmojiRow[] = [];
export default rows;
