import { formOf } from '@palaver/elements/testing/records.js';
import { expect, test } from 'vitest';
import { namesIn } from './names-in.js';

const ME = { username: 'ada', email: 'ada@example.org' };
const FORM = { displayName: ' Ada ', username: 'ada', email: 'ada@example.org', timezone: '' };
const SAME = { displayName: 'Ada', timezone: null };

test.each([
  ['nothing that takes a proof', {}, ME, SAME],
  ['a username', { username: ' lovelace ' }, ME, { ...SAME, username: 'lovelace' }],
  ['an address', { email: 'a@example.org' }, ME, { ...SAME, email: 'a@example.org' }],
  ['the address away', { email: '' }, ME, { ...SAME, email: null }],
  ['no address where there is none', { email: ' ' }, { ...ME, email: null }, SAME],
  ['a time zone', { timezone: 'Europe/Berlin' }, ME, { ...SAME, timezone: 'Europe/Berlin' }],
])('a form changes %s', (_name, fields, me, expected) =>
  expect(namesIn(formOf({ ...FORM, ...fields }), me)).toEqual(expected),
);
