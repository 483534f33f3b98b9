import { expect, test } from 'vitest';
import { wayToWrite } from './way-to-write.js';

const JOINED = [{ channelId: 'c1' }];

test.each([
  ['a channel that one is in', { isDm: false, archived: false }, JOINED, 'write'],
  ['a channel that one only reads', { isDm: false, archived: false }, [{ channelId: 'c2' }], 'join'],
  ['a direct message', { isDm: true, archived: false }, [], 'write'],
  ['an archived channel that one is in', { isDm: false, archived: true }, JOINED, 'archived'],
  ['an archived channel, before more is known', { isDm: false, archived: true }, null, 'archived'],
  ['a channel, before more is known', { isDm: false, archived: false }, null, null],
  ['a direct message, before more is known', { isDm: true, archived: false }, null, null],
])('in %s', (_name, place, joined, expected) =>
  expect(wayToWrite({ id: 'c1', ...place }, joined)).toBe(expected),
);
