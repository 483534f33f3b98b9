import { expect, test } from 'vitest';
import { waitingPlace } from './waiting-place.js';

const channel = (
  channelId: string,
  unreadCount: number,
  mentionCount = 0,
  serverId: string | null = 's',
) => ({
  channelId,
  serverId,
  unreadCount,
  mentionCount,
});

test.each([
  ['nothing', [channel('a', 0)], null],
  ['a channel', [channel('a', 0), channel('b', 2)], '/servers/s/channels/b'],
  ['the fullest channel', [channel('a', 1), channel('b', 2)], '/servers/s/channels/b'],
  ['a direct message before a channel', [channel('a', 9), channel('d', 1, 0, null)], '/dms/d'],
  ['a mention before all', [channel('d', 1, 0, null), channel('a', 9, 1)], '/servers/s/channels/a'],
])('%s', (_name, items, expected) => expect(waitingPlace(items)).toBe(expected));
