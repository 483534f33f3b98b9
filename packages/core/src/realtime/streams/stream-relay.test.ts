import { expect, test } from 'vitest';
import { StreamRelay, type StreamRelayDependencies } from './stream-relay.js';

// A relay without subscriptions does not read the log.
const dependencies = {} as StreamRelayDependencies;

test('a relay is certain of nothing before the position it started from', () => {
  const relay = new StreamRelay('channel', 16, dependencies);
  expect(relay.audienceUnchangedSince(10)).toBe(false);
  expect(relay.nothingRevokedSince(10)).toBe(false);
  expect(relay.audienceUnchangedSince(16)).toBe(true);
  expect(relay.nothingRevokedSince(16)).toBe(true);
});

test('it knows since when the audience is unchanged and nothing was revoked', () => {
  const relay = new StreamRelay('channel', 16, dependencies);
  relay.receive(
    17,
    JSON.stringify({ type: 'member.joined', data: { channelId: 'channel', user: { id: 'bob' } } }),
  );
  expect([relay.audienceUnchangedSince(16), relay.nothingRevokedSince(16)]).toEqual([false, true]);
  relay.receive(18, JSON.stringify({ type: 'member.left', data: { channelId: 'channel', userId: 'bob' } }));
  expect([relay.audienceUnchangedSince(17), relay.nothingRevokedSince(17)]).toEqual([false, false]);
  relay.receive(19, JSON.stringify({ type: 'message.created', data: {} }));
  expect([relay.audienceUnchangedSince(18), relay.nothingRevokedSince(18)]).toEqual([true, true]);
});
