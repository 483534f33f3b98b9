import { describe, expect, test } from 'vitest';
import { canReadAfter, canReadAfterServerChange, type Subscription } from './subscription.js';

const CHANNEL = 'channel';

describe('which subscriptions may go on', () => {
  function subscription(standing: Partial<NonNullable<Subscription['standing']>> | null): Subscription {
    return {
      stream: { kind: standing ? 'channel' : 'server', id: CHANNEL },
      head: 0,
      server: null,
      subscriber: {
        userId: 'bob',
        mode: 'active',
        push: () => {},
        drop: () => {},
        revoke: () => {},
        disconnect: () => {},
      },
      cursor: 0,
      live: true,
      standing: standing && {
        isDm: false,
        isPrivate: false,
        role: 'member',
        isMember: false,
        isBot: false,
        permissionOverrides: [],
        ...standing,
      },
    };
  }
  const bobLeft = { kind: 'left', userId: 'bob' } as const;
  const carolLeft = { kind: 'left', userId: 'carol' } as const;
  const madePrivate = { kind: 'closed', isPrivate: true, permissionOverrides: [] } as const;
  const deny = (role: 'member' | 'moderator' | 'bot') =>
    ({ role, allow: false, permission: 'read' }) as const;
  const denied = (...roles: Parameters<typeof deny>[0][]) =>
    ({ kind: 'closed', isPrivate: false, permissionOverrides: roles.map(deny) }) as const;

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
    ['not a reader of a channel that turns private', {}, madePrivate, false],
    ['a member of a channel that turns private', { isMember: true }, madePrivate, true],
    [
      'not a member of the channel whose role is denied to read it',
      { isMember: true },
      denied('member'),
      false,
    ],
    ['a moderator where that is denied to members', { role: 'moderator' as const }, denied('member'), true],
    [
      'an admin where it is denied to all',
      { role: 'admin' as const },
      denied('member', 'moderator', 'bot'),
      true,
    ],
    ['not a bot where it is denied to members', { isBot: true }, denied('member'), false],
    ['not a bot where it is denied to bots', { isBot: true }, denied('bot'), false],
    ['a person where it is denied to bots', {}, denied('bot'), true],
    ['nobody in a deleted channel', { isMember: true }, { kind: 'ended' } as const, false],
    ['a member of a server, when another member leaves', null, carolLeft, true],
    ['not a user who leaves a server', null, bobLeft, false],
  ])('%s', (_name, standing, change, goesOn) => {
    expect(canReadAfter(subscription(standing), change)).toBe(goesOn);
  });

  test('a user who has joined may go on when the channel turns private', () => {
    const reader = subscription({});
    expect(canReadAfter(reader, { kind: 'joined', userId: 'bob' })).toBe(true);
    expect(canReadAfter(reader, madePrivate)).toBe(true);
    expect(canReadAfter(reader, bobLeft)).toBe(false);
  });

  test('in the channels of a server: everybody but a user who leaves the server, and nobody once the server is deleted', () => {
    const member = subscription({ isMember: true });
    expect(canReadAfterServerChange(member, carolLeft)).toBe(true);
    expect(canReadAfterServerChange(member, bobLeft)).toBe(false);
    expect(canReadAfterServerChange(member, { kind: 'joined', userId: 'bob' })).toBe(true);
    expect(canReadAfterServerChange(member, { kind: 'ended' })).toBe(false);
  });

  test('in a channel that is denied to a role: not who gets that role', () => {
    const moderator = subscription({ role: 'moderator', permissionOverrides: [deny('member')] });
    const role = (userId: string, role: 'member' | 'moderator') => ({ kind: 'role', userId, role }) as const;
    expect(canReadAfterServerChange(moderator, role('carol', 'member'))).toBe(true);
    expect(canReadAfterServerChange(moderator, role('bob', 'moderator'))).toBe(true);
    expect(canReadAfterServerChange(moderator, role('bob', 'member'))).toBe(false);
    const open = subscription({ role: 'moderator' });
    expect(canReadAfterServerChange(open, role('bob', 'member'))).toBe(true);
    // Denied later to the role that they have now.
    expect(canReadAfter(open, denied('member'))).toBe(false);
  });
});
