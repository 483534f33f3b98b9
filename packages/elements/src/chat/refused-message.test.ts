import { expect, test } from 'vitest';
import { chatEn } from '../i18n/chat.en.js';
import { Refusal } from '../ui/refusal.js';
import { waysOn, whyRefused, whyTextRefused } from './refused-message.js';

test.each([
  ['SLOW_MODE', 'retry'],
  ['TIMED_OUT', 'retry'],
  ['OUTCOME_UNKNOWN', 'retry'],
  ['INVALID_INPUT', 'edit'],
  ['MESSAGE_REFUSED', 'edit'],
  ['CHANNEL_ARCHIVED', 'edit'],
] as const)('the way on from %s is to %s', (code, first) => {
  expect(waysOn(code)[0]).toBe(first);
  // What one has written is never lost, and can always be taken back.
  expect(waysOn(code)).toEqual(expect.arrayContaining(['edit', 'discard']));
});

const LONG = { path: 'content', message: 'must have at most 4000 characters' };

test.each([
  [[LONG], 'Must have at most 4000 characters.'],
  [
    [{ path: 'attachmentIds', message: 'has too many' }, LONG],
    'attachmentIds has too many. Must have at most 4000 characters.',
  ],
  [[], 'Some fields are not valid.'],
  [undefined, 'Some fields are not valid.'],
])('%j', (issues, sentence) => {
  const message = 'Some fields are not valid.';
  expect(whyRefused({ code: 'INVALID_INPUT', message, ...(issues && { issues }) }, chatEn)).toBe(sentence);
  expect(whyTextRefused(new Refusal(message, 'INVALID_INPUT', issues), chatEn)).toBe(sentence);
});
