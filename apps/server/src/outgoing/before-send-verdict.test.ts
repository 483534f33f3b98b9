import { expect, test } from 'vitest';
import { readVerdict } from './before-send-verdict.js';

const verdictOf = (answer: unknown, isContent = true) =>
  readVerdict(typeof answer === 'string' ? answer : JSON.stringify(answer), () => isContent);

test.each<[answer: unknown, verdict: object]>([
  [{ action: 'accept' }, { action: 'accept' }],
  [{ action: 'accept', content: 'unknown fields are ignored' }, { action: 'accept' }],
  [
    { action: 'change', content: '' },
    { action: 'change', content: '' },
  ],
  [{ action: 'refuse' }, { action: 'refuse', reason: null }],
  [
    { action: 'refuse', reason: ' Be kind. ' },
    { action: 'refuse', reason: 'Be kind.' },
  ],
  [
    { action: 'refuse', reason: '😀'.repeat(200) },
    { action: 'refuse', reason: '😀'.repeat(200) },
  ],
  [
    { action: 'refuse', reason: '😀'.repeat(201) },
    { action: 'refuse', reason: null },
  ],
])('%j is an answer', (answer, verdict) => {
  expect(verdictOf(answer)).toEqual(verdict);
});

test.each([
  [''],
  ['  '],
  [7],
  [null],
  [{}],
  ['two\nlines'],
  ['\u001b[31m'],
  ['a\0'],
  ['a\u2028b'],
  ['\ud83d'],
])('a refusal with the reason %j stands, without the reason', (reason) => {
  expect(verdictOf({ action: 'refuse', reason })).toEqual({ action: 'refuse', reason: null });
});

test.each([
  [''],
  ['accept'],
  ['{"action":"accept"'],
  ['['.repeat(60_000)],
  [null],
  [[{ action: 'accept' }]],
  [{}],
  [{ action: 'ACCEPT' }],
  [{ action: ['accept'] }],
  [{ action: 'change' }],
  [{ action: 'change', content: null }],
  [{ action: 'change', content: ['x'] }],
])('%.60j is no answer', (answer) => {
  expect(verdictOf(answer)).toBeNull();
});

test('a change to what no message may have is no answer', () => {
  expect(verdictOf({ action: 'change', content: 'x' }, false)).toBeNull();
});
