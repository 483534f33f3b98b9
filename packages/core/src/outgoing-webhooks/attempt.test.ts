import { describe, expect, test } from 'vitest';
import { PING } from '../protocol/records/outgoing-webhook.js';
import type { Role } from '../protocol/records/server.js';
import { isAuthorized, judgeFailure, type Sendable, whyNot } from './attempt.js';
import { GIVEN_UP_MS } from './bounds.js';

const NOW = new Date('2026-06-01T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const [JUST, LONG] = [ago(GIVEN_UP_MS - 1), ago(GIVEN_UP_MS)];

describe('a delivery that failed', () => {
  test.each([
    { queuedAt: JUST, enabledAt: JUST, isGivenUp: false },
    { queuedAt: JUST, enabledAt: LONG, isGivenUp: false },
    // It waited while the webhook was disabled.
    { queuedAt: LONG, enabledAt: JUST, isGivenUp: false },
    { queuedAt: LONG, enabledAt: LONG, isGivenUp: true },
  ])('is given up once both are three days ago, %o', ({ queuedAt, enabledAt, isGivenUp }) => {
    const tried = { delivery: { queuedAt }, webhook: { enabledAt, failingSince: null } };
    expect(judgeFailure(tried, { status: 500 }, NOW)).toEqual({ isGivenUp, disabledFor: null });
    // A receiver that is gone for good comes back for nothing.
    expect(judgeFailure(tried, { status: 410 }, NOW)).toEqual({ isGivenUp: true, disabledFor: 'gone' });
  });

  test.each([
    [null, null],
    [JUST, null],
    [LONG, 'failing'],
  ] as const)('of a webhook that fails since %o disables it for %s', (failingSince, disabledFor) => {
    const tried = { delivery: { queuedAt: NOW }, webhook: { enabledAt: NOW, failingSince } };
    for (const status of [null, 500, 302])
      expect(judgeFailure(tried, { status }, NOW)).toEqual({ isGivenUp: false, disabledFor });
  });
});

describe('a delivery is sent', () => {
  const EVENT = { frame: '{}', at: 0 };
  const due: Sendable = {
    delivery: { eventType: 'message.created', channelId: 'channel' },
    webhook: { channelIds: null },
    isReadable: true,
    isPrivate: false,
    event: EVENT,
  };
  const isPrivate = true;
  const deleted = { eventType: 'channel.deleted', channelId: 'channel' };
  test.each<[string, Partial<Sendable>, ReturnType<typeof whyNot>]>([
    ['of an open channel', {}, null],
    [
      'of a private channel that the webhook names',
      { isPrivate, webhook: { channelIds: ['channel'] } },
      null,
    ],
    ['of a private channel that it does not name', { isPrivate }, 'hidden'],
    [
      'of a private channel beside those that it names',
      { isPrivate, webhook: { channelIds: ['x'] } },
      'hidden',
    ],
    ['of an event of the server', { delivery: { eventType: 'member.joined', channelId: null } }, null],
    ['where its manager may not read the channel', { isReadable: false }, 'hidden'],
    ['of a channel that is deleted', { isReadable: false, isPrivate, delivery: deleted }, null],
    ['of what the log has no more', { event: null }, 'expired'],
    ['of a hidden channel, which the log has no more', { event: null, isReadable: false }, 'hidden'],
    [
      'as a ping, which the log never had',
      { event: null, delivery: { eventType: PING, channelId: null } },
      null,
    ],
  ])('%s', (_what, change, why) => {
    expect(whyNot({ ...due, ...change })).toBe(why);
  });
});

test.each<[Role | null, boolean]>([
  ['owner', true],
  ['admin', true],
  ['moderator', false],
  ['member', false],
  [null, false],
])('as %s, one manages webhooks: %s, and never with an account that is over', (role, isManager) => {
  expect(isAuthorized({ role, isActive: true })).toBe(isManager);
  expect(isAuthorized({ role, isActive: false })).toBe(false);
});
