import { emojiRows } from '@palaver/markup/emoji/table';
import type { Plugin } from 'vite';

const FILE = /\/src\/emoji\/emoji-rows\.ts$/;

/** Puts the table of emoji into `src/emoji/emoji-rows.ts`. */
export function emojiRowsOfTable(): Plugin {
  return {
    name: 'emoji-rows',
    load: (id) =>
      FILE.test(id) ? `export default JSON.parse(${JSON.stringify(JSON.stringify(emojiRows()))})` : null,
  };
}
