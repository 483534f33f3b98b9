import type { Role } from '@palaver/client';
import { isAtLeast, ROLES } from '@palaver/elements/people/role.js';
import { memberWith, userWith } from '@palaver/elements/testing/records.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isOver } from './invites.js';
import { isTimedOut, mayDoAbout, shownMembers } from './members.js';
import { NEEDED } from './needed-roles.js';

afterEach(() => void vi.useRealTimers());

const MEMBERS = [
  memberWith('zoe', 'member', { displayName: 'Zoë' }),
  memberWith('ann', 'member', { displayName: 'Ann' }),
  memberWith('bob', 'owner', { displayName: 'Bob' }),
  memberWith('mod', 'moderator', { displayName: 'Zed' }),
  memberWith('adm', 'admin', { displayName: 'Yan' }),
];
const shown = (words: string) => shownMembers(MEMBERS, words).map(({ user }) => user.id);

describe('the list of members', () => {
  test('has the highest role first, and is by name within a role', () => {
    expect(shown('')).toEqual(['bob', 'adm', 'mod', 'ann', 'zoe']);
  });

  test('is those whose name or username has what was typed', () => {
    expect(shown('zoë')).toEqual(['zoe']);
    expect(shown('ZOE')).toEqual(['zoe']);
    expect(shown('  an ')).toEqual(['adm', 'ann']);
    expect(shown('nobody')).toEqual([]);
  });
});

describe('what a role may do about a member', () => {
  /** By the role of the person, and by that of the member: t for a time-out, b for a ban. */
  const table: Readonly<Record<Role, readonly string[]>> = {
    member: ['', '', '', ''],
    moderator: ['t', '', '', ''],
    admin: ['tb', 'tb', '', ''],
    owner: ['tb', 'tb', 'tb', ''],
  };
  test.each(ROLES)('of a %s', (role) => {
    const may = ROLES.map((theirs) => mayDoAbout(memberWith('x', theirs), { id: 'me', role }));
    expect(may.map(({ timeOut, ban }) => (timeOut ? 't' : '') + (ban ? 'b' : ''))).toEqual(table[role]);
  });

  test('the owner alone changes roles, of people, and not the own one', () => {
    const mayChange = (role: Role, id: string, bot = false) =>
      mayDoAbout({ user: userWith({ id, bot }), role: 'member' }, { id: 'me', role }).changeRole;
    expect(ROLES.filter((role) => mayChange(role, 'ann'))).toEqual(['owner']);
    expect(mayChange('owner', 'me')).toBe(false);
    expect(mayChange('owner', 'robot', true)).toBe(false);
  });
});

test('the settings of a server have these sections for a role', () => {
  const sections = (role: Role) =>
    Object.entries(NEEDED).flatMap(([id, needed]) => (isAtLeast(role, needed) ? [id] : []));
  expect(sections('member')).toEqual(['overview', 'members', 'invites']);
  expect(sections('moderator')).toEqual(['overview', 'members', 'invites', 'emoji', 'reports', 'bans']);
  expect(sections('admin')).toEqual(Object.keys(NEEDED));
  expect(sections('owner')).toEqual(Object.keys(NEEDED));
});

const NOW = '2026-03-10T12:00:00.000Z';

test.each([
  [null, false],
  ['2026-03-10T11:59:59.999Z', false],
  [NOW, false],
  ['2026-03-10T12:00:00.001Z', true],
])('a time-out until %s holds: %s', (timedOutUntil, expected) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  expect(isTimedOut({ timedOutUntil })).toBe(expected);
});

test.each([
  ['without limits', { uses: 1000, maxUses: null, expiresAt: null }, false],
  ['that is not used up', { uses: 9, maxUses: 10, expiresAt: null }, false],
  ['that is used up', { uses: 10, maxUses: 10, expiresAt: null }, true],
  ['that ends later', { uses: 0, maxUses: null, expiresAt: '2026-03-10T12:00:00.001Z' }, false],
  ['that ends now', { uses: 0, maxUses: null, expiresAt: NOW }, true],
  ['that has ended', { uses: 0, maxUses: 10, expiresAt: '2026-03-10T11:59:59.999Z' }, true],
])('an invite %s is over: %s', (_name, invite, expected) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  expect(isOver(invite)).toBe(expected);
});
