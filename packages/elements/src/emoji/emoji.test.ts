import '../testing/browser.js';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { chatEn as en } from '../i18n/chat.en.js';
import { Emoji, emojiName } from './emoji.js';
import { pickerData } from './picker-data.js';
import { recentEmoji, rememberEmoji } from './recent-emoji.js';
import { chooseTone, chosenTone, tonesOf, type UnicodeEmoji } from './unicode-emoji.js';

const ID = '0190f5ae-0000-7000-8000-0000000000ff';

beforeEach(() => localStorage.clear());

describe('an emoji of a server is its name and its id', () => {
  test.each([
    [`party:${ID}`, ':party:'],
    ['👍', '👍'],
    ['party', 'party'],
    ['party:1', 'party:1'],
    [`a:b:${ID}`, `a:b:${ID}`],
    [`party:${ID}x`, `party:${ID}x`],
    [`:${ID}`, `:${ID}`],
    ['', ''],
  ])('%s is called %s', (emoji, name) => expect(emojiName(emoji)).toBe(name));

  test('and is shown as its picture, of this service alone', () => {
    expect(renderToStaticMarkup(createElement(Emoji, { emoji: `party:${ID}` }))).toContain(
      `src="/api/emoji/${ID}.webp"`,
    );
    for (const emoji of ['👍', '//evil.example/x', 'a:../../x', '<img src=x>']) {
      expect(renderToStaticMarkup(createElement(Emoji, { emoji }))).not.toMatch(/<img/);
    }
  });
});

describe('the emoji that were used last', () => {
  test('are the usual ones at first', () => expect(recentEmoji()[0]).toBe('👍'));

  test('begin with the last one, and have none twice', () => {
    for (const emoji of ['🦜', '👍', '🦜']) rememberEmoji(emoji);
    expect(recentEmoji().slice(0, 3)).toEqual(['🦜', '👍', '❤️']);
    expect(new Set(recentEmoji()).size).toBe(recentEmoji().length);
  });

  test('are sixteen at most, of which the oldest go', () => {
    const used = Array.from({ length: 20 }, (_, index) => `e${index}`);
    for (const emoji of used) rememberEmoji(emoji);
    expect(recentEmoji()).toEqual(used.reverse().slice(0, 16));
  });

  test.each(['', '   ', 'a  b', '\n'])('stand whatever is stored: %j', (stored) => {
    localStorage.setItem('palaver:recent-emoji', stored);
    expect(recentEmoji()).not.toContain('');
    expect(recentEmoji().length).toBeGreaterThan(7);
  });
});

describe('the tone of skin', () => {
  test('is one of those that there are', () => {
    expect(chosenTone()).toBe('none');
    chooseTone('medium-dark');
    expect(chosenTone()).toBe('medium-dark');
    chooseTone('none');
    expect(chosenTone()).toBe('none');
    chooseTone('constructor');
    expect(chosenTone()).toBe('none');
  });

  test.each([
    ['✋', '✋🏻', '✋🏿'],
    ['☝️', '☝🏻', '☝🏿'],
    ['🧑‍🚀', '🧑🏻‍🚀', '🧑🏿‍🚀'],
    ['🧑‍🤝‍🧑', '🧑🏻‍🤝‍🧑🏻', '🧑🏿‍🤝‍🧑🏿'],
    ['🎉', '🎉', '🎉'],
  ])('of %s is put behind each person', (emoji, light, dark) => {
    expect(tonesOf(emoji)).toMatchObject({ light, dark });
    expect(Object.keys(tonesOf(emoji))).toHaveLength(5);
  });
});

describe('the picker', () => {
  const GROUPS = [en.emojiSmileys, en.emojiPeople, '', en.emojiNature];
  const emojiWith = (emoji: string, group: number, hasTones = false): UnicodeEmoji => ({
    emoji,
    group,
    label: emoji,
    names: ['a'],
    words: ['b'],
    hasTones,
  });
  const all = [emojiWith('😀', 0), emojiWith('✋', 1, true), emojiWith('🦜', 3)];

  test('has each emoji under the name of its group, and no group that is empty', () => {
    const { emojis, categories } = pickerData([], all, [en.emojiOfServer, ...GROUPS], '');
    const names = new Map(categories.map(({ index, label }) => [index, label]));
    expect(emojis.map(({ emoji, category }) => `${emoji} ${names.get(category)}`)).toEqual([
      `😀 ${en.emojiSmileys}`,
      `✋ ${en.emojiPeople}`,
      `🦜 ${en.emojiNature}`,
    ]);
    expect(categories).toHaveLength(3);
  });

  test('has those of the server first, found by the words of their names', () => {
    const { emojis, categories } = pickerData(
      [{ id: ID, name: 'party_parrot' }],
      all,
      [en.emojiOfServer, ...GROUPS],
      '',
    );
    expect(emojis[0]).toMatchObject({
      emoji: `party_parrot:${ID}`,
      tags: ['party_parrot', 'party', 'parrot'],
    });
    expect(categories[0]).toEqual({ index: 0, label: en.emojiOfServer });
  });

  describe('an emoji whose short name was typed comes first', () => {
    const named = (emoji: string, group: number, names: string[], words: string[]): UnicodeEmoji => ({
      ...emojiWith(emoji, group),
      names,
      words,
    });
    const some = [
      named('🧑‍🚀', 1, ['astronaut'], ['rocket', 'space']),
      named('🚀', 3, ['rocket'], ['space']),
      named('👍', 1, ['+1', 'thumbsup'], ['yes']),
    ];
    const own = [{ id: ID, name: 'space' }];
    /** The first emoji of the first group, by the points of the picker: one for each word that has what is looked for. */
    const first = (search: string) => {
      const { emojis, categories } = pickerData(own, some, [en.emojiOfServer, ...GROUPS], search);
      const points = ({ tags }: { readonly tags: readonly string[] }) =>
        tags.filter((tag) => tag.toLowerCase().includes(search.trim().toLowerCase())).length;
      return emojis
        .filter((emoji) => points(emoji) > 0 && emoji.category === categories[0]?.index)
        .sort((a, b) => points(b) - points(a))[0]?.emoji;
    };
    test.each([
      ['rocket', '🚀'],
      [' Rocket', '🚀'],
      [':rocket:', '🚀'],
      ['thumbsup', '👍'],
      ['astronaut', '🧑‍🚀'],
      ['space', `space:${ID}`],
    ])('%j is %s', (search, emoji) => expect(first(search)).toBe(emoji));

    test('and others stay as they are', () => {
      const groups = [en.emojiOfServer, ...GROUPS];
      expect(pickerData(own, some, groups, 'rock')).toEqual(pickerData(own, some, groups, ''));
    });
  });

  test('has tones for those that have some', () => {
    const { emojis } = pickerData([], all, GROUPS, '');
    expect(emojis.map(({ skins }) => skins?.dark)).toEqual([undefined, '✋🏿', undefined]);
  });
});
