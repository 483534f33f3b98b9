import { describe, expect, test } from 'vitest';
import { ChannelName } from '../kernel/schema/channel-name.js';

const slugOf = (name: string) => ChannelName.safeParse(name).data ?? null;

/** Every character of Unicode: of a code point without a meaning there is no other form, and these are nine of ten. */
const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => !/[\p{Unassigned}\p{Private_Use}\p{Surrogate}]/u.test(character),
);

describe('channel names (docs/reference.md, section 4.2)', () => {
  test.each([
    ['General', 'general'],
    ['ｇｅｎｅｒａｌ', 'general'],
    ['𝐠𝐞𝐧𝐞𝐫𝐚𝐥', 'general'],
    ['ﬁnance', 'finance'],
    ['cafe\u0301', 'café'],
    ['Release\u3000Notes', 'release-notes'],
    ['ｶﾞｰﾄﾞ', 'ガード'],
    ['İstanbul', 'istanbul'],
    ['istanbul', 'istanbul'],
    ['gen\u200beral', null],
    ['general\ufe0f', null],
    ['\u3164\u3164', null],
    ['\u0301\u0302', null],
    ['..', null],
  ])('%j is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test.each([
    ['rock&roll', 'it has "&" U+0026'],
    ['a\u200bb', 'it has U+200B'],
    ['x'.repeat(33), 'must be 2 to 32 letters'],
  ])('%j is refused, and the character that offends is named', (name, sentence) => {
    expect(ChannelName.safeParse(name).error?.issues[0]?.message).toContain(sentence);
  });

  test('every form of a character that looks the same has the same slug, and a slug is its own', () => {
    const unstable = CHARACTERS.filter((character) => {
      const slug = slugOf(`a${character}b`);
      if (slug === null) return false;
      return slugOf(`a${character.normalize('NFKC')}b`) !== slug || slugOf(slug) !== slug;
    });
    expect(unstable).toEqual([]);
  });
});
