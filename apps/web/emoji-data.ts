import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const FILE = /\/src\/emoji\/emoji-rows\.ts$/;

interface Listed {
  readonly unicode: string;
  readonly hexcode: string;
  readonly label: string;
  readonly group?: number;
  readonly tags?: readonly string[];
  readonly skins?: ReadonlyArray<{ readonly hexcode: string }>;
}

/** Components, such as the skin tones by themselves, are no emoji that people send. */
const COMPONENTS = 2;

/** Puts Emojibase's data into `src/emoji/emoji-rows.ts`: the emoji of Unicode with what they are found by, and no more. */
export function emojiData(): Plugin {
  return {
    name: 'emoji-data',
    load: (id) => (FILE.test(id) ? `export default JSON.parse(${JSON.stringify(rows())})` : null),
  };
}

/** Each emoji as its text, group, label, names between colons, words, and whether it has skin tones. */
function rows(): string {
  const listed: readonly Listed[] = read('compact.json');
  const names: Readonly<Record<string, string | readonly string[]>> = {
    ...read('shortcodes/emojibase.json'),
    ...read('shortcodes/iamcal.json'),
  };
  const emoji = listed.flatMap(({ unicode, hexcode, group, label, tags = [], skins = [] }) => {
    if (group === undefined || group === COMPONENTS) return [];
    const shortcodes = [names[hexcode] ?? []].flat();
    return [[unicode, group, label, shortcodes.join(' '), tags.join(' '), skins.length > 0 ? 1 : 0]];
  });
  return JSON.stringify(emoji);
}

function read(path: string) {
  const file = createRequire(import.meta.url).resolve(`emojibase-data/en/${path}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
