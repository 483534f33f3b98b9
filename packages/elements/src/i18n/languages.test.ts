import { describe, expect, test } from 'vitest';
import { isLanguage, LANGUAGE_NAMES, languageOf, localeOf } from './languages.js';

describe('the language of a device', () => {
  test.each([
    ['as chosen', 'ar', ['en-GB'], 'ar'],
    ['as the browser has it first', null, ['nl-NL', 'ar-EG', 'en-US'], 'ar'],
    ['of any region', null, ['pt-PT', 'en-US'], 'pt'],
    ['without a region', null, ['ar'], 'ar'],
    ['English where there is no other', null, ['nl-NL', 'sv'], 'en'],
    ['English where the browser says nothing', null, [], 'en'],
    ['the browser’s where that which was chosen is gone', 'tlh', ['ar-EG'], 'ar'],
    // What is stored may be anything.
    ['not what every object has', 'constructor', ['ar-EG'], 'ar'],
    ['not a prototype', '__proto__', [], 'en'],
    ['not a method', 'toString', [], 'en'],
    ['not nothing', '', ['ar'], 'ar'],
    ['not another case', 'AR', [], 'en'],
  ])('is %s', (_name, stored, ofBrowser, expected) => expect(languageOf(stored, ofBrowser)).toBe(expected));
});

test.each([
  ['en', ['de-DE', 'en-GB', 'en-US'], 'en-GB'],
  ['en', ['de-DE'], 'en'],
  ['ar', ['en-GB', 'ar-EG'], 'ar-EG'],
  ['ar', [], 'ar'],
  ['en', ['enx-GB'], 'en'],
] as const)('the locale of %s among %j is %s', (language, ofBrowser, expected) =>
  expect(localeOf(language, ofBrowser)).toBe(expected),
);

test('every language that is offered can be chosen', () => {
  expect(LANGUAGE_NAMES.map(({ tag }) => isLanguage(tag))).toEqual(LANGUAGE_NAMES.map(() => true));
});
