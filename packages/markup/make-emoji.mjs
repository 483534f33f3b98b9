// Writes dist/emoji.json: the emoji of Unicode with what they are called, of `emojibase-data`, which is too large to be
// installed with the service. The bootstrap runs it; the service and the web client read what it has written.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Components, such as the skin tones by themselves, are no emoji that people send. */
const COMPONENTS = 2;
/** Where two sets give a name to different emoji, the first one counts: Slack's, Mattermost's and GitHub's, Discord's. */
const SETS = ['iamcal', 'github', 'joypixels', 'emojibase'];

const sets = SETS.map((set) => read(`shortcodes/${set}.json`));
const taken = new Set();
const rows = new Map();
for (const names of sets)
  for (const [hexcode, given] of Object.entries(names))
    for (const name of [given].flat()) {
      if (taken.has(name)) continue;
      taken.add(name);
      rows.set(hexcode, [...(rows.get(hexcode) ?? []), name]);
    }

const emoji = read('compact.json').flatMap(({ unicode, hexcode, group, label, tags = [], skins = [] }) => {
  if (group === undefined || group === COMPONENTS) return [];
  const names = rows.get(hexcode) ?? [];
  // The mark is needed by those alone that are not shown as pictures without it.
  const shown = unicode.replace(/(\p{Emoji_Presentation})\ufe0f/gu, '$1');
  return [[shown, group, label, names.join(' '), tags.join(' '), skins.length > 0 ? 1 : 0]];
});
mkdirSync(new URL('dist/', import.meta.url), { recursive: true });
writeFileSync(new URL('dist/emoji.json', import.meta.url), JSON.stringify(emoji));

function read(path) {
  return JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve(`emojibase-data/en/${path}`), 'utf8'),
  );
}
