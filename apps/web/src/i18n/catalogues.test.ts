import { botsTextsAr } from '@palaver/elements/i18n/bots.ar.js';
import { botsTexts } from '@palaver/elements/i18n/bots.en.js';
import { ROLES } from '@palaver/elements/people/role.js';
import { describe, expect, test } from 'vitest';
import { AREAS } from '../settings/account/scopes.js';
import { OVERRIDDEN_ROLES, PERMISSIONS } from '../settings/server/overrides.js';
import { ar } from './ar.js';
import { channelsTextsAr } from './channels.ar.js';
import { channelsTexts } from './channels.en.js';
import { en } from './en.js';
import { CATALOGUES as LOADED } from './load-texts.js';
import { serverSettingsAr } from './server-settings.ar.js';
import { serverSettingsEn } from './server-settings.en.js';
import { serviceAdminAr } from './service-admin.ar.js';
import { serviceAdminEn } from './service-admin.en.js';
import { settingsAr } from './settings.ar.js';
import { settingsEn } from './settings.en.js';
import { signInAr } from './sign-in.ar.js';
import { signInEn } from './sign-in.en.js';
import { welcomeAr } from './welcome.ar.js';
import { welcomeEn } from './welcome.en.js';

type Text = string | ((...values: never[]) => string);
const CATALOGUES: readonly [string, Readonly<Record<string, Text>>, Readonly<Record<string, Text>>][] = [
  ['the chat', en, ar],
  ['bots', botsTexts, botsTextsAr],
  ['channels and people', channelsTexts, channelsTextsAr],
  ['the settings of a server', serverSettingsEn, serverSettingsAr],
  ['the administration', serviceAdminEn, serviceAdminAr],
  ['the settings', settingsEn, settingsAr],
  ['signing in', signInEn, signInAr],
  ['the first run', welcomeEn, welcomeAr],
];

test('there is a catalogue of every area in every language', async () => {
  const all = Object.keys(import.meta.glob(['./*.*.ts', '../../../../packages/elements/src/i18n/*.*.ts']));
  const ofLanguage = (language: string) => all.filter((file) => file.endsWith(`.${language}.ts`));
  const files = ofLanguage('en').map((file) => file.replace('.en.ts', ''));
  for (const language of Object.keys(LOADED)) {
    const there = ofLanguage(language);
    expect(there).toEqual(files.map((file) => `${file}.${language}.ts`));
  }
  expect((await LOADED.en()).direction).toBe('ltr');
  expect((await LOADED.ar()).direction).toBe('rtl');
});

/** What texts take that do not take names alone. The numbers are large, as a plural form may leave out a small one. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  channelsNotJoined: [1100],
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
  replies: [1100],
  scopeArea: ['messages'],
  seconds: [1111],
  charactersLeft: [1100],
  charactersOver: [1100],
  countFound: [1100, false],
  countNew: [1100],
  serverDetail: ['Alpha', 1100, 2200],
  typing: [['Alpha', 'Bravo']],
  used: [1100, 2200],
};
const valuesOf = (key: string) => VALUES[key] ?? ['Alpha', 'Bravo', 'Charlie'];

/** Which digits a locale has differs among releases of ICU. */
const western = (text: string) =>
  text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replace(/[٬,]/g, '');

/** A text of either catalogue with the same values. */
const told = (text: Text | undefined, values: readonly unknown[]) =>
  typeof text === 'function' ? western(String(Reflect.apply(text, null, values))) : (text ?? '');

/** Those values that a text has, in its order: both languages name them in the same one. */
const inOrder = (values: readonly unknown[], text: string) =>
  values
    .map((value) => ({ value, at: text.indexOf(String(value)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);

describe.each(CATALOGUES)('the texts of %s', (_name, english, arabic) => {
  const keys = Object.keys(english);

  test('are the same in both languages', () => {
    expect(Object.keys(arabic).sort()).toEqual([...keys].sort());
    const kinds = (texts: Readonly<Record<string, Text>>) =>
      keys.map((key) => `${key}: ${typeof texts[key]}`);
    expect(kinds(arabic)).toEqual(kinds(english));
  });

  test('have their values in both languages, and no trace of a program', () => {
    for (const key of keys) {
      const values = valuesOf(key);
      const texts = [told(english[key], values), told(arabic[key], values)];
      const [ours, theirs] = texts.map((text) => inOrder(values.flat(), text));
      expect({ key, values: theirs }).toEqual({ key, values: ours });
      const broken = texts.filter((text) => /^\s*$|undefined|null|NaN|\[object|\$\{|#$/.test(text));
      expect({ key, broken }).toEqual({ key, broken: [] });
    }
  });

  test('in Arabic are Arabic', () => {
    const foreign = keys.filter((key) => {
      const text = arabic[key];
      return typeof text === 'string' && !/\p{Script=Arabic}/u.test(text);
    });
    // Names, and what a program reads.
    expect(foreign.filter((key) => !['appName', 'direction'].includes(key))).toEqual([]);
  });
});

test.each([
  ['roles', ROLES, serverSettingsEn.roleNames, serverSettingsAr.roleNames],
  ['roles of the profile', ROLES.slice(1), en.roleName, ar.roleName],
  ['permissions', PERMISSIONS, serverSettingsEn.permissionNames, serverSettingsAr.permissionNames],
  [
    'roles of overrides',
    OVERRIDDEN_ROLES,
    serverSettingsEn.rolesOfOverride,
    serverSettingsAr.rolesOfOverride,
  ],
  ['scopes', AREAS, settingsEn.scopeArea, settingsAr.scopeArea],
] as const)('all %s have names in both languages', (_name, codes, english, arabic) => {
  const isNamed = (code: (typeof codes)[number]) =>
    String(Reflect.apply(english, null, [code])) !== code &&
    /\p{Script=Arabic}/u.test(Reflect.apply(arabic, null, [code]));
  expect(codes.filter((code) => !isNamed(code))).toEqual([]);
});

describe('one of something is told as one', () => {
  const cases: readonly [string, (n: number) => string][] = [
    ['channelsNotJoined', en.channelsNotJoined],
    ['members', en.members],
    ['replies', en.replies],
    ['mentions', en.mentions],
    ['muteHours', en.muteHours],
    ['newInChannel', (n) => en.newInChannel(n, 'x')],
    ['memberCount', serverSettingsEn.memberCount],
    ['hours', serverSettingsEn.hours],
    ['days', serverSettingsEn.days],
    ['seconds', serverSettingsEn.seconds],
    ['used', (n) => serverSettingsEn.used(n, null)],
  ];
  test.each(cases)('%s', (_key, text) => {
    expect(text(1)).not.toMatch(/(channel|hour|day|second|member|message|mention|time|repl|ie)s\b/);
    expect(text(7)).toMatch(/7 .*s\b/);
  });
});

test.each([
  [1, '1 second', 'ثانية واحدة'],
  [5, '5 seconds', '5 ثوانٍ'],
  [59, '59 seconds', '59 ثانية'],
  [60, '1 min', 'دقيقة واحدة'],
  [90, '90 seconds', '90 ثانية'],
  [100, '100 seconds', '100 ثانية'],
  [120, '2 min', 'دقيقتان'],
  [900, '15 min', '15 دقيقة'],
  [3600, '1 h', 'ساعة واحدة'],
  [5400, '90 min', '90 دقيقة'],
  [21_600, '6 h', '6 ساعات'],
])('%i seconds of slow mode are %s', (seconds, english, arabic) => {
  expect(serverSettingsEn.seconds(seconds)).toBe(english);
  expect(western(serverSettingsAr.seconds(seconds))).toBe(arabic);
});

test.each([
  [1, '1 hour'],
  [24, '24 hours'],
  [47, '47 hours'],
  [48, '2 days'],
  [168, '7 days'],
  [720, '30 days'],
])('%i hours are %s', (hours, expected) => expect(serverSettingsEn.hours(hours)).toBe(expected));

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
  test.each([
    'SIGN_IN_ENDED',
    'IDENTITY_TAKEN',
    '',
    'UNKNOWN',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
  ])('%j has a sentence', (code) => {
    for (const text of [signInEn.reasons(code), signInAr.reasons(code)]) {
      expect(text).toBeTypeOf('string');
      expect(text.length).toBeGreaterThan(10);
    }
  });

  test('has one of its own where it is known', () => {
    expect(signInEn.reasons('SIGN_IN_ENDED')).not.toBe(signInEn.reasons('UNKNOWN'));
    expect(signInEn.reasons('constructor')).toBe(signInEn.reasons('UNKNOWN'));
  });
});
