import { expect, test } from 'vitest';
import { badgeOf, badgeOfServer, nameWithCount, shownCount } from './badges.js';

test.each([
  [0, '0'],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [100_000, '99+'],
])('%i is shown as %s', (count, expected) => expect(shownCount(count)).toBe(expected));

test.each([
  ['a channel', false, { unreadCount: 5, mentionCount: 2 }, 2],
  ['a channel where nothing is for the person', false, { unreadCount: 5, mentionCount: 0 }, 0],
  ['a direct message', true, { unreadCount: 5, mentionCount: 0 }, 5],
  ['a channel that one is not in', false, null, 0],
])('%s', (_name, isDm, unread, expected) => expect(badgeOf({ isDm }, unread)).toBe(expected));

test.each([
  ['a server', 's1', { channels: 5, mentions: 2 }, 2],
  ['the direct messages', null, { channels: 5, mentions: 2 }, 5],
  ['direct messages with several mentions', null, { channels: 1, mentions: 4 }, 4],
])('%s', (_name, serverId, unread, expected) => expect(badgeOfServer(serverId, unread)).toBe(expected));

const mentions = (n: number) => `${n} mentioned`;

test.each([
  [0, 'Acme'],
  [2, 'Acme, 2 mentioned'],
])('a server with %i mentions is read out as %s', (count, expected) =>
  expect(nameWithCount('Acme', count, { mentions })).toBe(expected),
);
