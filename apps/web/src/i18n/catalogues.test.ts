import { FORMATS } from '@palaver/elements/chat/composing/formats.js';
import { isLanguage, LANGUAGE_NAMES, type Language } from '@palaver/elements/i18n/languages.js';
import { ROLES } from '@palaver/elements/people/role.js';
import { describe, expect, test } from 'vitest';
import { AREAS as SCOPE_AREAS } from '../settings/account/scopes.js';
import { OVERRIDDEN_ROLES, PERMISSIONS } from '../settings/server/overrides.js';
import { en } from './en.js';
import { CATALOGUES } from './load-texts.js';
import { SAME_EVERYWHERE, SAME_WORDS } from './same-words.rows.js';
import { signInEn } from './sign-in.en.js';

type Text = string | ((...values: never[]) => string);
type Texts = Readonly<Record<string, Text>>;
type Other = Exclude<Language, 'en'>;

// The service says refusals in English: `RefusalTexts` names what the others have of them.
const FILES = import.meta.glob<Readonly<Record<string, Texts>>>(
  ['./*.??.ts', '../../../../packages/elements/src/i18n/*.??.ts', '!**/refusals.??.ts'],
  { eager: true },
);
const LANGUAGES = LANGUAGE_NAMES.map(({ tag }) => tag).filter(isLanguage);
const OTHERS = LANGUAGES.filter((tag): tag is Other => tag !== 'en');

/** By area, such as `chat` or `server-settings`, and by language. */
const AREAS = new Map<string, Map<string, Texts>>();
function add(area: string, language: string, texts: Texts) {
  AREAS.set(area, (AREAS.get(area) ?? new Map<string, Texts>()).set(language, texts));
}
for (const [file, exported] of Object.entries(FILES)) {
  const [, area = '', language = ''] = /([a-z-]+)\.([a-z]{2})\.ts$/.exec(file) ?? [];
  // Their names follow one scheme: `serverSettingsJa`.
  const name = `${area}-${language}`.replace(/-./g, (part) => part.charAt(1).toUpperCase());
  add(area, language, exported[name] ?? {});
}
for (const language of LANGUAGES) add('first load', language, { ...(await CATALOGUES[language]()) });

const ALL = [...AREAS].flatMap(([area, texts]) =>
  OTHERS.map((tag) => [area, tag, texts.get('en') ?? {}, texts.get(tag) ?? {}] as const),
);

test('every area is there in every language, and in no other', () => {
  expect(AREAS.size).toBeGreaterThan(7);
  for (const [area, texts] of AREAS) {
    expect({ area, languages: [...texts.keys()].sort() }).toEqual({ area, languages: [...LANGUAGES].sort() });
    expect(Object.keys(texts.get('en') ?? {}).length).toBeGreaterThan(0);
  }
});

test.each(LANGUAGES)('%s is written in its direction', async (language) => {
  expect((await CATALOGUES[language]()).direction).toBe(language === 'ar' ? 'rtl' : 'ltr');
});

/** What texts take that do not take names alone. The numbers are large, as a plural form may leave out a small one. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  attempts: [1100],
  channelsNotJoined: [1100],
  foundAccounts: [1100],
  importDeleted: [1100],
  importLines: [1100, 2200],
  importPace: [1100, 'Alpha'],
  importWritten: [{ users: 1100, messages: 2200, files: 3300 }],
  linksListed: [1100],
  linksMailed: [1100],
  noMembers: [1100],
  codesLeft: [1100],
  days: [1100],
  hours: [33],
  making: [1100],
  memberCount: [1100],
  members: [1100],
  mentions: [1100],
  minutes: [1100],
  muteHours: [1100],
  namesAndMore: [['Alpha', 'Bravo'], 1100],
  newInChannel: [1100, 'Alpha'],
  removedMessages: [1100],
  replies: [1100],
  scopeArea: ['messages'],
  seconds: [1111],
  charactersLeft: [1100],
  charactersOver: [1100],
  countFound: [1100, false],
  countNew: [1100],
  moreNew: [1100],
  placeOf: [1100, 2200],
  serverDetail: ['Alpha', 1100, 2200],
  typing: [['Alpha', 'Bravo']],
  used: [1100, 2200],
};
const valuesOf = (key: string) => VALUES[key] ?? ['Alpha', 'Bravo', 'Charlie'];

/** Which digits and which marks between them a locale has differs among releases of ICU. */
const plain = (text: string) =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/(\d)[٬,.\u00A0\u202F](\d{3})\b/g, '$1$2');

const told = (text: Text | undefined, values: readonly unknown[]) =>
  typeof text === 'function' ? plain(String(Reflect.apply(text, null, values))) : (text ?? '');

const textOf = (area: string, language: Language, key: string) => AREAS.get(area)?.get(language)?.[key];
const withoutNames = (text: string) => text.replace(/Alpha|Bravo|Charlie/g, '');
const isSame = (language: Other, text: string) =>
  [...SAME_WORDS[language], ...SAME_EVERYWHERE].includes(text);

const within = (values: readonly unknown[], text: string) =>
  values.filter((value) => text.includes(String(value)));

describe.each(ALL)('the texts of %s in %s', (_area, language, english, theirs) => {
  const keys = Object.keys(english);

  test('are the same as in English', () => {
    expect(Object.keys(theirs).sort()).toEqual([...keys].sort());
    const kinds = (texts: Texts) => keys.map((key) => `${key}: ${typeof texts[key]}`);
    expect(kinds(theirs)).toEqual(kinds(english));
  });

  test('have the values of the English ones, and no trace of a program', () => {
    for (const key of keys) {
      const values = valuesOf(key);
      const texts = [told(english[key], values), told(theirs[key], values)];
      const [ours, there] = texts.map((text) => within(values.flat(), text));
      expect({ key, values: there }).toEqual({ key, values: ours });
      const broken = texts.filter((text) =>
        /^\s*$|undefined|null|NaN|\[object|\$\{|#(?!Alpha|Bravo)/.test(text),
      );
      expect({ key, broken }).toEqual({ key, broken: [] });
    }
  });

  test('are translated', () => {
    const same = keys.filter((key) => {
      const [ours = '', text = ''] = [english, theirs].map((texts) => told(texts[key], valuesOf(key)));
      return ours === text && /\p{L}/u.test(withoutNames(text)) && !isSame(language, text);
    });
    expect(same).toEqual([]);
  });

  test('are in its letters', () => {
    const script = SCRIPTS[language] ?? /\p{Script=Latin}/u;
    const texts = keys
      .map((key) => told(theirs[key], valuesOf(key)))
      .filter((text) => !isSame(language, text));
    expect(texts.filter((text) => !script.test(text) && /\p{L}/u.test(withoutNames(text)))).toEqual([]);
  });
});

/** Languages with letters of their own. */
const SCRIPTS: Readonly<Partial<Record<string, RegExp>>> = {
  ar: /\p{Script=Arabic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
};

test.each(OTHERS)('no word of %s is listed as the same without need', (language) => {
  const texts = new Set(
    ALL.filter(([, tag]) => tag === language).flatMap(([, , english, theirs]) =>
      Object.keys(english)
        .filter((key) => told(english[key], valuesOf(key)) === told(theirs[key], valuesOf(key)))
        .map((key) => told(theirs[key], valuesOf(key))),
    ),
  );
  for (const [area, key, codes] of CODES)
    for (const code of codes) texts.add(told(textOf(area, language, key), [code]));
  expect(SAME_WORDS[language].filter((word) => !texts.has(word))).toEqual([]);
});

/** Texts that name what a program calls by a code. */
const CODES: readonly (readonly [area: string, key: string, codes: readonly string[]])[] = [
  ['first load', 'roleName', ROLES],
  ['first load', 'formatName', FORMATS],
  ['first load', 'skinToneName', ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark']],
  ['server-settings', 'permissionNames', PERMISSIONS],
  ['server-settings', 'rolesOfOverride', OVERRIDDEN_ROLES],
  ['settings', 'scopeArea', SCOPE_AREAS],
];

describe.each(CODES)('what %s calls by %s', (area, key, codes) => {
  test.each(OTHERS)('has names in %s', (language) => {
    const named = (tag: Language, code: string) => told(textOf(area, tag, key), [code]);
    const unnamed = codes.filter((code) => {
      const name = named(language, code);
      return name === code || (name === named('en', code) && !isSame(language, name));
    });
    expect(unnamed).toEqual([]);
  });
});

/** Texts that tell how many there are. */
/** Their number stands beside what is counted, and changes no word. */
const NUMBERS = [
  ...['making', 'placeOf', 'codesLeft', 'importLines', 'importPace', 'importDeleted', 'foundAccounts'],
  ...['noMembers', 'linksMailed', 'linksListed'],
];
const COUNTS = Object.entries(VALUES).filter(([key, [n]]) => typeof n === 'number' && !NUMBERS.includes(key));
describe.each(LANGUAGES)('one of something in %s', (language) => {
  test.each(COUNTS)('is told as one by %s', (key, [, ...rest]) => {
    const texts = [...AREAS.values()].map((area) => area.get(language)?.[key]);
    const text = texts.find((each) => typeof each === 'function');
    const [one, many] = [1, 7].map((n) => told(text, [n, ...(key === 'used' ? [null] : rest)]));
    const hasForms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.length > 1;
    expect(many?.replace('7', '1') !== one).toBe(hasForms);
  });
});

test.each([
  [[], 3, '3 more'],
  [['Ann'], 0, 'Ann'],
  [['Ann', 'Bob'], 0, 'Ann and Bob'],
  [['Ann', 'Bob'], 1, 'Ann, Bob, and 1 more'],
])('%j and %i more are %s', (names, more, expected) => expect(en.namesAndMore(names, more)).toBe(expected));

test.each([
  [['Ann'], 'Ann is typing…'],
  [['Ann', 'Bob'], 'Ann and Bob are typing…'],
  [['Ann', 'Bob', 'Cem'], 'Several people are typing…'],
])('%j: %s', (names, expected) => expect(en.typing(names)).toBe(expected));

describe('a refusal of a sign-in, whose code anybody can write into the address,', () => {
  const codes = ['SIGN_IN_ENDED', 'IDENTITY_TAKEN', '', 'UNKNOWN', 'constructor', '__proto__', 'toString'];
  describe.each(LANGUAGES)('in %s', (language) => {
    test.each(codes)('%j has a sentence', (code) => {
      expect(told(textOf('sign-in', language, 'reasons'), [code]).length).toBeGreaterThan(8);
    });
  });

  test('has one of its own where it is known', () => {
    expect(signInEn.reasons('SIGN_IN_ENDED')).not.toBe(signInEn.reasons('UNKNOWN'));
    expect(signInEn.reasons('constructor')).toBe(signInEn.reasons('UNKNOWN'));
  });
});
