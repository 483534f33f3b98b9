import { describe, expect, test } from 'vitest';
import { chatEn } from '../i18n/chat.en.js';
import { Refusal } from './refusal.js';
import { refusedBy } from './refused.js';

const OTHERWISE = chatEn.somethingWrong;
const formWith = (...names: readonly string[]) => ({
  elements: { namedItem: (name: string) => (names.includes(name) ? {} : null) },
});
const invalid = (...issues: ConstructorParameters<typeof Refusal>[2] & object) =>
  new Refusal('All of it.', 'INVALID_INPUT', issues);
const SHORT = { path: 'name', message: 'must have at least 2 characters' };
const ALL_OF_IT = 'name must have at least 2 characters. topic must have at most 9 characters.';
const LONG = { path: 'topic', message: 'must have at most 9 characters' };

describe('a form shows', () => {
  test.each([
    ['an issue at its field', invalid(SHORT), ['name'], null, { name: 'Must have at least 2 characters.' }],
    [
      'each issue at its field',
      invalid(SHORT, LONG),
      ['name', 'topic'],
      null,
      { name: 'Must have at least 2 characters.', topic: 'Must have at most 9 characters.' },
    ],
    [
      'several issues of a field together',
      invalid({ path: 'keywords.0', message: 'is empty' }, { path: 'keywords.1', message: 'is long' }),
      ['keywords'],
      null,
      { keywords: 'Is empty. Is long.' },
    ],
    ['all of it below, where a field is not shown', invalid(SHORT, LONG), ['name'], ALL_OF_IT, {}],
    [
      'all of it below, where there is no form',
      invalid(SHORT),
      null,
      'name must have at least 2 characters.',
      {},
    ],
    [
      'a name that is taken at its field',
      new Refusal('Taken.', 'USERNAME_TAKEN'),
      ['username'],
      null,
      { username: 'Taken.' },
    ],
    [
      'a name that is taken below, where it has no field',
      new Refusal('Taken.', 'USERNAME_TAKEN'),
      [],
      'Taken.',
      {},
    ],
    ['what is about no field below', new Refusal('No.', 'ADMIN_REQUIRED'), ['name'], 'No.', {}],
    ['that there was no answer', new TypeError('fetch'), ['name'], OTHERWISE, {}],
  ])('%s', (_name, cause, names, sentence, fields) => {
    const refused = refusedBy(cause, chatEn, names === null ? undefined : formWith(...names));
    expect(refused.sentence).toBe(sentence);
    expect(Object.fromEntries(refused.fields)).toEqual(fields);
  });
});
