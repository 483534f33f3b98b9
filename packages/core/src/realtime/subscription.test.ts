import { describe, expect, test } from 'vitest';
import { canReadAfter, canReadAfterServerChange, type Subscription } from './subscription.js';

const CHANNEL = 'channel';

describe('which subscriptions may go on', () => {
  function subscription(standing: Partial<NonNullable<Subscription['standing']>> | null): Subscription {
    return {
      stream: { kind: standing ? 'channel' : 'server', id: CHANNEL },
      head: 0,
      server: null,
      subscriber: { userId: 'bob', push: () => {}, drop: () => {}, revoke: () => {}, disconnect: () => {} },
      cursor: 0,
      live: true,
      standing: standing && {
        isDm: false,
        isPrivate: false,
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
