import { describe, expect, test } from 'vitest';
import { canonicalEmoji } from './emoji.js';

/** The emoji that Unicode recommends for general interchange. The target of the compiler has no literal with this flag. */
const [PROPERTY, FLAG] = ['\\p{RGI_Emoji}', 'v'];
const RECOMMENDED = new RegExp(`^${PROPERTY}$`, FLAG);
const TONES = ['🏻', '🏼', '🏽', '🏾', '🏿'];

/** All recommended emoji of one character, with and without selector and skin tone, and of each kind of sequence. */
function recommended(): string[] {
  const singles = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .flatMap((one) => [one, `${one}\ufe0f`, `${one}\ufe0f\u20e3`, ...TONES.map((tone) => one + tone)]);
  const sequences = [
    '❤️‍🔥',
    '👁️‍🗨️',
    '🏳️‍🌈',
    '🏴‍☠️',
    '👩‍⚕️',
    '🕵️‍♂️',
    '🕵🏻‍♂️',
    '⛹🏿‍♀️',
    '👨‍👩‍👧‍👦',
    '🧑🏽‍❤️‍💋‍🧑🏿',
    '🇩🇪',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '🐻‍❄️',
  ];
  return [...singles, ...sequences].filter((emoji) => RECOMMENDED.test(emoji));
}

test('each recommended emoji is the form of itself, without its selectors, and with text selectors', () => {
  const all = recommended();
  expect(all.length).toBeGreaterThan(2000);
  for (const emoji of all) {
    expect(canonicalEmoji(emoji)).toBe(emoji);
    expect(canonicalEmoji(emoji.replaceAll('\ufe0f', ''))).toBe(emoji);
    expect(canonicalEmoji(emoji.replaceAll('\ufe0f', '\ufe0e'))).toBe(emoji);
    expect(canonicalEmoji(`${emoji}\ufe0f`)).toBe(emoji);
  }
});

test('different emoji keep different forms', () => {
  const all = recommended();
  expect(new Set(all.map(canonicalEmoji)).size).toBe(all.length);
});

describe('names', () => {
  test.each(['shipit', 'party-parrot_2', ':+1:', '#1', '*', '100', 'é', '絵文字'])('%s stays', (name) => {
    expect(canonicalEmoji(name)).toBe(name);
  });

  test('are composed', () => {
    expect(canonicalEmoji('cafe\u0301')).toBe('café');
  });
});
