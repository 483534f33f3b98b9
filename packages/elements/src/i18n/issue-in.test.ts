import { expect, test } from 'vitest';
import { issueIn } from './issue-in.js';
import { issuesDe } from './refusals.de.js';

test.each([
  ['is required', 'Das muss ausgefüllt werden.'],
  ['must have at least 1 character', 'Mindestens ein Zeichen.'],
  ['must have at least 12 characters', 'Mindestens 12 Zeichen.'],
  ['must have at most 4000 characters', 'Höchstens 4.000 Zeichen.'],
  ['must have at most 50 items', 'Höchstens 50 Einträge.'],
  ['must have 2 to 32 characters of a-z, 0-9 and _', '2 bis 32 Zeichen aus a–z, 0–9 und _.'],
  ['must not contain U+0007 (BELL)', 'Das ist nicht erlaubt: U+0007 (BELL).'],
  ['must have a visible character', 'Es braucht ein sichtbares Zeichen.'],
  [
    'is one of the most common passwords; choose another one',
    'Das ist eines der häufigsten Passwörter. Wähle ein anderes.',
  ],
  ['must lie in the future', 'Das muss in der Zukunft liegen.'],
  ['must be at most 365 days ahead', 'Höchstens 365 Tage im Voraus.'],
  [
    'must be 2 to 80 letters, digits, "_" or "-" (spaces become "-")',
    '2 bis 80 Buchstaben, Ziffern, „_“ oder „-“.',
  ],
  ['must be something new', null],
  ['', null],
])('%s: %s', (message, expected) => expect(issueIn(issuesDe, message)).toBe(expected));

/** Where the service writes its sentences. */
const SOURCES: Readonly<Record<string, string>> = import.meta.glob(
  [
    '../../../core/src/auth/password-rules.ts',
    '../../../core/src/{channels,emoji,users,second-factors}/schemas.ts',
    '../../../core/src/kernel/errors/require-ahead.ts',
    '../../../core/src/kernel/schema/{channel-name,hidden-characters,issue-sentences,text}.ts',
    '../../../core/src/kernel/webhooks/url.ts',
    '../../../core/src/servers/{bans,timeouts}.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

test.each([
  'is required',
  "bound(issue.origin, 'at least', issue.minimum)",
  "bound(issue.origin, 'at most', issue.maximum)",
  'counted(limit, unit)',
  "string: 'character', array: 'item'",
  'must have at least ',
  'must have at most ',
  'must have 2 to 32 characters',
  'must not contain ',
  'must have a visible character',
  'is one of the most common passwords',
  'is made of two of the most common passwords',
  'is a repetition',
  'is too similar to',
  'is a name that nobody may take',
  'must be 2 to 32 of the letters A to Z',
  'CHANNEL_NAME_MAX} letters, digits',
  'must be in the future',
  'must lie in the future',
  'DAYS_MAX} days ahead',
  "email: 'an e-mail address'",
  'must be a URL',
  'must have 6 digits',
])('the service still says: %s', (part) => {
  expect(Object.values(SOURCES).some((text) => text.includes(part))).toBe(true);
});
