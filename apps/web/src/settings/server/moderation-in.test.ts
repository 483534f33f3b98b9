import { formOf } from '@palaver/elements/testing/records.js';
import { expect, test } from 'vitest';
import { banIn, timeOutIn } from './moderation-in.js';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');

test.each([
  ['5', '', '2026-03-10T12:05:00.000Z', null],
  ['1440', ' spam ', '2026-03-11T12:00:00.000Z', 'spam'],
])('a time-out of %s minutes', (minutes, reason, until, expected) =>
  expect(timeOutIn(formOf({ minutes, reason }), NOW)).toEqual({ until, reason: expected }),
);

test.each([
  ['for ever', { hours: '', deleteHours: '', reason: '' }, { reason: null }],
  ['for a day', { hours: '24', deleteHours: '' }, { reason: null, expiresAt: '2026-03-11T12:00:00.000Z' }],
  ['with what was written', { hours: '', deleteHours: '168' }, { reason: null, deleteMessageHours: 168 }],
  ['with a reason', { hours: '', deleteHours: '', reason: 'spam' }, { reason: 'spam' }],
])('a ban %s', (_name, fields, expected) => expect(banIn(formOf(fields), NOW)).toEqual(expected));
