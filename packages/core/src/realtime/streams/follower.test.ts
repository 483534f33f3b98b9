import { expect, test } from 'vitest';
import { Follower, type FollowerDependencies } from './follower.js';

// A follower without subscriptions does not read the log.
const dependencies = {} as FollowerDependencies;

test('a follower is certain of nothing before the position it started from', () => {
  const follower = new Follower('channel', 16, dependencies);
  expect(follower.audienceUnchangedSince(10)).toBe(false);
  expect(follower.nothingRevokedSince(10)).toBe(false);
  expect(follower.audienceUnchangedSince(16)).toBe(true);
  expect(follower.nothingRevokedSince(16)).toBe(true);
});

test('it knows since when the audience is unchanged and nothing was revoked', () => {
  const follower = new Follower('channel', 16, dependencies);
  follower.receive(
    17,
    JSON.stringify({ type: 'member.joined', data: { channelId: 'channel', user: { id: 'bob' } } }),
  );
  expect([follower.audienceUnchangedSince(16), follower.nothingRevokedSince(16)]).toEqual([false, true]);
  follower.receive(
    18,
    JSON.stringify({ type: 'member.left', data: { channelId: 'channel', userId: 'bob' } }),
  );
  expect([follower.audienceUnchangedSince(17), follower.nothingRevokedSince(17)]).toEqual([false, false]);
  follower.receive(19, JSON.stringify({ type: 'message.created', data: {} }));
  expect([follower.audienceUnchangedSince(18), follower.nothingRevokedSince(18)]).toEqual([true, true]);
});
