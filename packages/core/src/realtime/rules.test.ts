import { describe, expect, test } from 'vitest';
import { audienceChangeIn } from './audience.js';
import { decodeCursors, encodeCursors } from './cursors.js';
import { canReadAfter, canReadAfterServerChange, type Subscription } from './subscription.js';

const CHANNEL = 'channel';
const frame = (type: string, data: object) => JSON.stringify({ type, data });

describe('audienceChangeIn: how an event changes who may read its stream', () => {
  test.each([
    ['message.created', {}, null],
    ['reaction.removed', {}, null],
    ['channel.created', { id: CHANNEL }, null],
    ['server.updated', {}, null],
    ['access.revoked', {}, null],
    ['member.joined', { channelId: CHANNEL, user: { id: 'bob' } }, { kind: 'joined', userId: 'bob' }],
    ['member.left', { channelId: CHANNEL, userId: 'bob' }, { kind: 'left', userId: 'bob' }],
    ['member.left', { channelId: null, serverId: CHANNEL, userId: 'bob' }, { kind: 'left', userId: 'bob' }],
    ['member.left', { channelId: 'another', serverId: CHANNEL, userId: 'bob' }, null],
    ['channel.updated', { id: CHANNEL, isPrivate: true }, { kind: 'private' }],
    ['channel.updated', { id: CHANNEL, isPrivate: false }, { kind: 'public' }],
    ['channel.updated', { id: 'another', isPrivate: true }, null],
    ['channel.deleted', { id: CHANNEL }, { kind: 'ended' }],
    ['channel.deleted', { id: 'another' }, null],
    ['server.deleted', { id: CHANNEL }, { kind: 'ended' }],
    ['from.a.newer.node', {}, { kind: 'ended' }],
  ])('%s %o', (type, data, change) => {
    expect(audienceChangeIn(frame(type, data), CHANNEL)).toEqual(change);
  });
});

describe('which subscriptions may go on', () => {
  function subscription(standing: Partial<NonNullable<Subscription['standing']>> | null): Subscription {
    return {
      stream: { kind: standing ? 'channel' : 'server', id: CHANNEL },
      head: 0,
      server: null,
      subscriber: { userId: 'bob', push: () => {}, revoke: () => {}, disconnect: () => {} },
      cursor: 0,
      live: true,
      standing: standing && {
        isDm: false,
        isPrivate: false,
        archived: false,
        role: 'member',
        isMember: false,
        ...standing,
      },
    };
  }
  const bobLeft = { kind: 'left', userId: 'bob' } as const;
  const carolLeft = { kind: 'left', userId: 'carol' } as const;

  test.each([
    [
      'a member of a private channel, when another member leaves',
      { isPrivate: true, isMember: true },
      carolLeft,
      true,
    ],
    ['not a user who leaves a private channel', { isPrivate: true, isMember: true }, bobLeft, false],
    ['a user who leaves a public channel', { isMember: true }, bobLeft, true],
    [
      'not a user who leaves a direct message',
      { isDm: true, isPrivate: true, role: null, isMember: true },
      bobLeft,
      false,
    ],
    ['not a reader of a channel that turns private', {}, { kind: 'private' } as const, false],
    ['a member of a channel that turns private', { isMember: true }, { kind: 'private' } as const, true],
    ['nobody in a deleted channel', { isMember: true }, { kind: 'ended' } as const, false],
    ['a member of a server, when another member leaves', null, carolLeft, true],
    ['not a user who leaves a server', null, bobLeft, false],
  ])('%s', (_name, standing, change, goesOn) => {
    expect(canReadAfter(subscription(standing), change)).toBe(goesOn);
  });

  test('a user who has joined may go on when the channel turns private', () => {
    const reader = subscription({});
    expect(canReadAfter(reader, { kind: 'joined', userId: 'bob' })).toBe(true);
    expect(canReadAfter(reader, { kind: 'private' })).toBe(true);
    expect(canReadAfter(reader, bobLeft)).toBe(false);
  });

  test('in the channels of a server: everybody but a user who leaves the server, and nobody once the server is deleted', () => {
    const member = subscription({ isMember: true });
    expect(canReadAfterServerChange(member, carolLeft)).toBe(true);
    expect(canReadAfterServerChange(member, bobLeft)).toBe(false);
    expect(canReadAfterServerChange(member, { kind: 'joined', userId: 'bob' })).toBe(true);
    expect(canReadAfterServerChange(member, { kind: 'ended' })).toBe(false);
  });
});

describe('cursors encoded in an event id', () => {
  test('are decoded as they were encoded, also for a stream without a cursor', () => {
    const ids = ['a', 'b', 'c'];
    const cursors = new Map([
      ['a', 1_234_567],
      ['c', 0],
    ]);
    expect(encodeCursors(ids, cursors)).toBe('cqglj..0');
    expect(decodeCursors(ids, 'cqglj..0')).toEqual(cursors);
  });

  test.each(['', 'c', 'c1', 'c1.2.3.4', 'x1.2.3', 'c1.-2.3', 'c1.A.3', `c${'z'.repeat(12)}..`])(
    '%s is refused',
    (text) => {
      expect(() => decodeCursors(['a', 'b', 'c'], text)).toThrow('last event id');
    },
  );
});
