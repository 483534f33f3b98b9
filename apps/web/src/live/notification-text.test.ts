import { expect, test } from 'vitest';
import { notificationText } from './notification-text.js';

const CHANNEL = { displayName: 'general', isDm: false };
const DM = { displayName: 'Ada', isDm: true };
const said = (content: string) => ({ content, user: { displayName: 'Ada' } });

test.each([
  ['a message of a channel', CHANNEL, said('hello'), 1, 'Ada (#general)', 'hello'],
  ['a direct message', DM, said('hello'), 1, 'Ada', 'hello'],
  ['a channel with one message', CHANNEL, null, 1, 'general', ''],
  ['a channel with more', CHANNEL, null, 7, 'general', '+7'],
  ['a text that just fits', DM, said('a'.repeat(200)), 1, 'Ada', 'a'.repeat(200)],
  ['a text that is longer', DM, said(`${'a'.repeat(199)}😀`), 1, 'Ada', 'a'.repeat(199)],
])('of %s', (_name, place, message, count, title, body) =>
  expect(notificationText(place, message, { kind: 'mention', count })).toEqual({ title, body }),
);

test('a reminder says that it is one', () =>
  expect(notificationText(CHANNEL, said('hello'), { kind: 'reminder', count: 1 })).toEqual({
    title: '⏰ Ada (#general)',
    body: 'hello',
  }));
