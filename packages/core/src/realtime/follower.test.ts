import { expect, test } from 'vitest';
import { Follower, type FollowerTools } from './follower.js';

// A follower that nobody hears reads nothing.
const tools = {} as FollowerTools;

test('a follower cannot vouch for what was before it began', () => {
  const follower = new Follower('channel', 16, tools);
  expect(follower.unchangedSince(10)).toBe(false);
  expect(follower.keptSince(10)).toBe(false);
  expect(follower.unchangedSince(16)).toBe(true);
  expect(follower.keptSince(16)).toBe(true);
});

test('it knows what has changed since, and what was lost', () => {
  const follower = new Follower('channel', 16, tools);
  follower.hear(
    17,
    JSON.stringify({ type: 'member.joined', data: { channelId: 'channel', user: { id: 'bob' } } }),
  );
  expect([follower.unchangedSince(16), follower.keptSince(16)]).toEqual([false, true]);
  follower.hear(18, JSON.stringify({ type: 'member.left', data: { channelId: 'channel', userId: 'bob' } }));
  expect([follower.unchangedSince(17), follower.keptSince(17)]).toEqual([false, false]);
  follower.hear(19, JSON.stringify({ type: 'message.created', data: {} }));
  expect([follower.unchangedSince(18), follower.keptSince(18)]).toEqual([true, true]);
});
