import { TRPCClientError } from '@trpc/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { chatDe } from '../i18n/chat.de.js';
import { chatEn } from '../i18n/chat.en.js';
import { clockOf } from '../i18n/clock.js';
import { isRefusedWith, Refusal, refusalOf, sentenceOf } from './refusal.js';

const LOCALE = Intl.DateTimeFormat().resolvedOptions().locale;
const OTHERWISE = chatEn.somethingWrong;
/** An error answer, as the typed client has it. */
const refused = (errorCode: string, message: string, issues?: readonly object[]) =>
  new TRPCClientError(message, {
    result: { error: { code: -32600, message, data: { errorCode, httpStatus: 400, issues } } },
  });
const ISSUES = [
  { path: 'name', message: 'is too long' },
  { path: 'topic', message: 'is empty' },
];
const answerOf = (body: object, status = 400) => new Response(JSON.stringify(body), { status });

describe('a person is told', () => {
  test.each([
    ['what the service says', refused('FORBIDDEN', 'You may not.'), 'You may not.'],
    [
      'each field that is wrong',
      refused('INVALID_INPUT', 'Wrong.', ISSUES),
      'name is too long. topic is empty.',
    ],
    ['the sentence where no field is named', refused('INVALID_INPUT', 'Wrong.', []), 'Wrong.'],
    ['the sentence where no field can be', refused('INVALID_INPUT', 'Wrong.'), 'Wrong.'],
    [
      'the sentence where the fields are the seconds to wait',
      refused('SLOW_MODE', 'Wait 5 s.', ISSUES),
      'Wait 5 s.',
    ],
    [
      'what a path of files says',
      new Refusal('The file is too large.', 'FILE_TOO_LARGE'),
      'The file is too large.',
    ],
    ['nothing of a program', new TypeError('Failed to fetch'), OTHERWISE],
    ['nothing of a call without an answer', new TRPCClientError('fetch failed'), OTHERWISE],
    ['nothing of what is no error', 'text', OTHERWISE],
    ['nothing of nothing', undefined, OTHERWISE],
  ])('%s', (_name, cause, expected) => expect(sentenceOf(cause, chatEn)).toBe(expected));
});

describe('in another language a person is told', () => {
  test.each([
    ['what it says for the code', refused('USERNAME_TAKEN', 'Taken.'), 'Dieser Benutzername ist vergeben.'],
    ['the same on a path of files', new Refusal('Too large.', 'FILE_TOO_LARGE'), 'Die Datei ist zu groß.'],
    [
      'what is wrong with a field',
      refused('INVALID_INPUT', 'Wrong.', [{ path: 'name', message: 'must have at most 64 characters' }]),
      'name: Höchstens 64 Zeichen.',
    ],
    ['what a newer service says', refused('NEW_CODE', 'This is new.'), 'This is new.'],
    ['that there was no answer', new TypeError('Failed to fetch'), chatDe.somethingWrong],
  ])('%s', (_name, cause, expected) => expect(sentenceOf(cause, chatDe)).toBe(expected));
});

test.each([
  [chatEn, 'You are timed out in this server until 14:05.'],
  [chatDe, 'Du hast auf diesem Server gerade eine Auszeit. (14:05)'],
])('until when is told on the own clock', (texts, expected) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 9) });
  onTestFinished(() => void vi.useRealTimers());
  const until = new Date(2026, 10, 28, 14, 5).toISOString();
  const cause = refused('TIMED_OUT', `You are timed out in this server until ${until}.`);
  expect(sentenceOf(cause, texts)).toBe(expected.replace('14:05', clockOf(new Date(until), LOCALE)));
});

describe('a refusal of a path of files', () => {
  test.each([
    [{ error: 'Too large.', code: 'FILE_TOO_LARGE' }, 'Too large.', 'FILE_TOO_LARGE'],
    [{ error: 'Wrong.', code: 'INVALID_INPUT', issues: ISSUES }, 'Wrong.', 'INVALID_INPUT'],
    [{ error: 'Wrong.', code: 'INVALID_INPUT', issues: [] }, 'Wrong.', 'INVALID_INPUT'],
    [{ error: 'Too many requests.' }, 'Too many requests.', 'TOO_MANY_REQUESTS'],
  ])('%j', async (body, message, code) =>
    expect(await refusalOf(answerOf(body))).toMatchObject({ message, code }),
  );

  test('is an error where a proxy has answered', async () => {
    await expect(refusalOf(new Response('<html>', { status: 502 }))).rejects.toThrow();
  });
});

test.each([
  [refused('STEP_UP_REQUIRED', 'Prove it.'), true],
  [refused('FORBIDDEN', 'No.'), false],
  [new Refusal('Prove it.', 'STEP_UP_REQUIRED'), true],
  [new Refusal('No.', ''), false],
  [new Error('STEP_UP_REQUIRED'), false],
  [undefined, false],
])('%s is refused for want of a proof: %s', (cause, expected) =>
  expect(isRefusedWith(cause, 'STEP_UP_REQUIRED')).toBe(expected),
);
