import { describe, expect, test } from 'vitest';
import { changeIn } from './audience.js';
import { decodeCursors, encodeCursors } from './cursors.js';
import { type Subscription, staysAfter, staysUnderGuard } from './subscription.js';

const CHANNEL = 'channel';
const frame = (type: string, data: object) => JSON.stringify({ type, data });

describe('what an event changes about its audience', () => {
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
    expect(changeIn(frame(type, data), CHANNEL)).toEqual(change);
  });
});

describe('who stays', () => {
  function subscription(standing: Partial<NonNullable<Subscription['standing']>> | null): Subscription {
    return {
      stream: { kind: standing ? 'channel' : 'server', id: CHANNEL },
      head: 0,
      guard: null,
      listener: { userId: 'bob', push: () => {}, revoke: () => {}, lose: () => {} },
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
      'a member of a private channel, when another leaves',
      { isPrivate: true, isMember: true },
      carolLeft,
      true,
    ],
    ['not who leaves a private channel', { isPrivate: true, isMember: true }, bobLeft, false],
    ['who leaves a public channel', { isMember: true }, bobLeft, true],
    [
      'not who leaves a direct message',
      { isDm: true, isPrivate: true, role: null, isMember: true },
      bobLeft,
      false,
    ],
    ['not a reader of a channel that turns private', {}, { kind: 'private' } as const, false],
    ['a member of a channel that turns private', { isMember: true }, { kind: 'private' } as const, true],
    ['nobody in what has ended', { isMember: true }, { kind: 'ended' } as const, false],
    ['a member of a server, when another leaves', null, carolLeft, true],
    ['not who leaves a server', null, bobLeft, false],
  ])('%s', (_name, standing, change, stays) => {
    expect(staysAfter(subscription(standing), change)).toBe(stays);
  });

  test('joining counts when the channel turns private afterwards', () => {
    const reader = subscription({});
    expect(staysAfter(reader, { kind: 'joined', userId: 'bob' })).toBe(true);
    expect(staysAfter(reader, { kind: 'private' })).toBe(true);
    expect(staysAfter(reader, bobLeft)).toBe(false);
  });

  test('under the guard of a server: all but who leaves it, and nobody in what has ended', () => {
    const member = subscription({ isMember: true });
    expect(staysUnderGuard(member, carolLeft)).toBe(true);
    expect(staysUnderGuard(member, bobLeft)).toBe(false);
    expect(staysUnderGuard(member, { kind: 'joined', userId: 'bob' })).toBe(true);
    expect(staysUnderGuard(member, { kind: 'ended' })).toBe(false);
  });
});

describe('cursors in the id of an event', () => {
  test('are read back as written, also where a stream has none', () => {
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
