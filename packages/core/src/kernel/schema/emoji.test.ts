import { describe, expect, test } from 'vitest';
import { canonicalEmoji } from './emoji.js';

/** The emoji that Unicode recommends for general interchange. The target of the compiler has no literal with this flag. */
const [PROPERTY, FLAG] = ['\\p{RGI_Emoji}', 'v'];
const RECOMMENDED = new RegExp(`^${PROPERTY}$`, FLAG);
const TONES = ['🏻', '🏼', '🏽', '🏾', '🏿'];

/** All recommended emoji of one character, with and without selector and skin tone, and of each kind of sequence. */
const ALL = [
  ...Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code))
    // To look for the others takes a minute.
    .filter((one) => /\p{Emoji}/u.test(one))
    .flatMap((one) => [one, `${one}\ufe0f`, `${one}\ufe0f\u20e3`, ...TONES.map((tone) => one + tone)]),
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
].filter((emoji) => RECOMMENDED.test(emoji));

test('each recommended emoji is the form of itself, without its selectors, and with text selectors', () => {
  expect(ALL.length).toBeGreaterThan(2000);
  for (const emoji of ALL) {
    expect(canonicalEmoji(emoji)).toBe(emoji);
    expect(canonicalEmoji(emoji.replaceAll('\ufe0f', ''))).toBe(emoji);
    expect(canonicalEmoji(emoji.replaceAll('\ufe0f', '\ufe0e'))).toBe(emoji);
    expect(canonicalEmoji(`${emoji}\ufe0f`)).toBe(emoji);
  }
});

test('different emoji keep different forms', () => {
  expect(new Set(ALL.map(canonicalEmoji)).size).toBe(ALL.length);
});

describe('names', () => {
  test.each(['shipit', 'party-parrot_2', ':+1:', '#1', '*', '100', 'é', '絵文字'])('%s stays', (name) => {
    expect(canonicalEmoji(name)).toBe(name);
  });

  test('are composed', () => {
    expect(canonicalEmoji('cafe\u0301')).toBe('café');
  });
});
