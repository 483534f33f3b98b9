import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { emojiNamed, withTone } from './index.js';
import { emojiRows, knownEmoji } from './table.js';

test.each([
  ['tada', '🎉'],
  ['rocket', '🚀'],
  ['+1', '👍'],
  ['thumbsup', '👍'],
  ['heart', '❤️'],
  ['wave::skin-tone-3', '👋🏼'],
  ['wave:skin-tone-6', '👋🏿'],
  ['TADA', '🎉'],
  ['slightly_smiling_face', '🙂'],
  ['flag-de', '🇩🇪'],
  ['party_parrot', null],
  ['constructor', null],
])(':%s: is %s', (name, emoji) => {
  expect(emojiNamed(knownEmoji(), name)).toBe(emoji);
});

test('every emoji has a name, and no name two emoji', () => {
  const all = emojiRows().flatMap(([, , , names]) => names.split(' '));
  expect(new Set(all).size).toBe(all.length);
  expect(all).not.toContain('');
  expect(all.length).toBeGreaterThan(3_500);
});

interface Listed {
  readonly unicode: string;
  readonly group?: number;
  readonly skins?: readonly { readonly unicode: string }[];
}

test('people have the tones that Unicode has', () => {
  const listed: readonly Listed[] = createRequire(import.meta.url)('emojibase-data/en/compact.json');
  const withTones = listed.filter(({ group, skins }) => group === 1 && skins !== undefined);
  expect(withTones.length).toBeGreaterThan(100);
  const wrong = withTones.flatMap(({ unicode, skins = [] }) => {
    const known = new Set([unicode, ...skins.map((skin) => skin.unicode)]);
    const toned = [...'🏻🏼🏽🏾🏿'].map((tone) => withTone(unicode, tone));
    return toned.filter((emoji) => !known.has(emoji));
  });
  expect(wrong).toEqual([]);
});
