import type { PalaverEvent } from '@palaver/client';
import { describe, expect, test } from 'vitest';
import { messageWith } from '../testing/records.js';
import { afterEvent, positionsOf, readersOf } from './receipts.js';

const read = positionsOf([
  { userId: 'ann', lastReadMessageId: 'm1' },
  { userId: 'bob', lastReadMessageId: 'm2' },
]);
const moved = (channelId: string): PalaverEvent => ({
  type: 'receipts.updated',
  data: { channelId, receipts: [{ userId: 'ann', lastReadMessageId: 'm2' }] },
});
const posted = (given: Parameters<typeof messageWith>[0]): PalaverEvent => ({
  type: 'message.created',
  data: { ...messageWith({ channelId: 'c1', ...given }), seq: 9 },
});

describe('positions', () => {
  test('move by what is told of the channel, and by nothing else', () => {
    expect(afterEvent(read, 'c1', moved('c1')).get('ann')).toBe('m2');
    expect(afterEvent(read, 'c2', moved('c1'))).toBe(read);
  });

  test('move by a post of somebody who shows theirs', () => {
    expect(afterEvent(read, 'c1', posted({ id: 'm3', userId: 'bob' })).get('bob')).toBe('m3');
    expect(afterEvent(read, 'c1', posted({ id: 'm3', userId: 'cem' }))).toBe(read);
    const reply = { id: 'm3', userId: 'bob', threadId: 'm1' };
    expect(afterEvent(read, 'c1', posted(reply))).toBe(read);
    expect(afterEvent(read, 'c1', posted({ ...reply, alsoInChannel: true })).get('bob')).toBe('m3');
  });
});

test.each([
  ['m1', 'cem', 'me', ['ann']],
  ['m1', 'ann', 'me', []],
  ['m2', 'cem', 'bob', []],
  ['m3', 'cem', 'me', []],
])('message %s of %s shows to %s %j', (id, userId, me, expected) => {
  expect(readersOf(read, { id, userId }, me)).toEqual(expected);
});
