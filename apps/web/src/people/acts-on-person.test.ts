import { channelWith, userWith } from '@palaver/elements/testing/records.js';
import { expect, test } from 'vitest';
import type { Standing } from '../channels/acts-on-channel.js';
import { actsOnPerson } from './acts-on-person.js';

const ADMIN: Standing = { role: 'admin', timedOutUntil: null, isMember: true };
const ASKING = { myId: 'me', blockedUserIds: [], channel: channelWith(), standing: ADMIN };
const BOB = userWith({ id: 'bob' });

test('somebody else is written to, blocked, and removed by who manages the channel', () => {
  expect(actsOnPerson(BOB, ASKING)).toEqual({ message: true, block: true, unblock: false, remove: true });
});

test.each([
  ['a plain member', { ...ASKING, standing: { ...ADMIN, role: 'member' as const } }],
  ['who is not shown as a member of a channel', { ...ASKING, channel: null }],
  ['in a direct message', { ...ASKING, channel: channelWith({ isDm: true, members: [BOB] }) }],
])('%s is offered no removing', (_name, asking) => expect(actsOnPerson(BOB, asking).remove).toBe(false));

test('who is blocked can be unblocked', () => {
  expect(actsOnPerson(BOB, { ...ASKING, blockedUserIds: ['bob'] })).toMatchObject({
    block: false,
    unblock: true,
  });
});

test.each([
  ['oneself', userWith({ id: 'me' }), ASKING],
  ['a deleted account', userWith({ id: 'bob', deleted: true }), ASKING],
  ['anybody, while it is not known who one is', BOB, { ...ASKING, myId: null }],
])('nothing is offered for %s', (_name, user, asking) => {
  expect(Object.values(actsOnPerson(user, asking)).some(Boolean)).toBe(false);
});
