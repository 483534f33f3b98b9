import { resources } from '@palaver/client/store';
import { addressOf, addressOfMessage } from '@palaver/elements/host/address.js';
import { describe, expect, test } from 'vitest';
import { shownAt } from './shown-at.js';

const keysAt = (path: string) => shownAt(path).map(({ key }) => key);
const { me, servers, dms, unread, notifications, drafts, favorites } = resources;
const ALWAYS = [me, servers, dms, unread, notifications, drafts].map(({ key }) => key);
const OF_SERVER = [
  favorites,
  resources.channelsOf('s1'),
  resources.groupsOf('s1'),
  resources.emojiOf('s1'),
  resources.userGroupsOf('s1'),
].map(({ key }) => key);
const OF_CHANNEL = [
  resources.messagesOf('c1'),
  resources.newestMembersOf('c1'),
  resources.preferenceOfChannel('c1'),
].map(({ key }) => key);

describe('what is read ahead for an address', () => {
  test.each([
    ['/', ALWAYS],
    ['/inbox', ALWAYS],
    ['/dms', ALWAYS],
    ['/dms/', ALWAYS],
    ['/servers/s1', ALWAYS],
    ['/servers/s1/settings/members', ALWAYS],
    ['/x/dms/c1', ALWAYS],
    ['/dms/c1', [...ALWAYS, ...OF_CHANNEL]],
    ['/servers/s1/channels/c1', [...ALWAYS, ...OF_SERVER, ...OF_CHANNEL]],
    ['/servers/s1/channels/c1/', [...ALWAYS, ...OF_SERVER, ...OF_CHANNEL]],
  ])('%s', (path, keys) => expect(keysAt(path)).toEqual(keys));

  test('is of the channel that an address was made for', () => {
    expect(keysAt(addressOf('s1', 'c1'))).toEqual([...ALWAYS, ...OF_SERVER, ...OF_CHANNEL]);
    expect(keysAt(addressOf(null, 'c1'))).toEqual([...ALWAYS, ...OF_CHANNEL]);
  });
});

describe('the address of a message', () => {
  test.each([
    [
      { serverId: 's1', channelId: 'c1', messageId: 'm1', threadId: null },
      '/servers/s1/channels/c1?message=m1',
    ],
    [{ serverId: null, channelId: 'c1', messageId: 'm1', threadId: null }, '/dms/c1?message=m1'],
    [{ serverId: 's1', channelId: 'c1', messageId: null, threadId: null }, '/servers/s1/channels/c1'],
    // A reply is seen in its thread.
    [
      { serverId: 's1', channelId: 'c1', messageId: 'm1', threadId: 't1' },
      '/servers/s1/channels/c1?thread=t1&reply=m1',
    ],
    [{ serverId: null, channelId: 'c1', messageId: null, threadId: 't1' }, '/dms/c1?thread=t1'],
  ])('%j is %s', (message, address) => expect(addressOfMessage(message)).toBe(address));
});
