import type { Role } from '@palaver/client';
import { channelWith, userWith } from '@palaver/elements/testing/records.js';
import { describe, expect, test } from 'vitest';
import { actsOnChannel, DM_SIZE_MAX, type Standing } from './acts-on-channel.js';

const MEMBER: Standing = { role: 'member', timedOutUntil: null, isMember: true };
const people = (n: number) => Array.from({ length: n }, (_, i) => userWith({ id: `u${i}` }));
const dm = (n: number) => channelWith({ isDm: true, isPrivate: true, serverId: null, members: people(n) });
const OUTSIDE: Standing = { role: null, timedOutUntil: null, isMember: true };

describe('a channel offers', () => {
  test.each<[Role, boolean, boolean]>([
    ['member', true, false],
    ['moderator', true, false],
    ['admin', true, true],
    ['owner', true, true],
  ])('to the role %s: adding people %s, managing it %s', (role, addPeople, manage) => {
    const offered = actsOnChannel(channelWith({ isPrivate: true }), { ...MEMBER, role });
    expect(offered).toMatchObject({ addPeople, manage, openSettings: manage });
  });

  test('nothing that takes a role while the role is not known', () => {
    const offered = actsOnChannel(channelWith(), { ...MEMBER, role: null });
    expect(offered).toEqual({
      addPeople: false,
      manage: false,
      join: false,
      leave: true,
      openSettings: false,
    });
  });

  test.each([
    ['no adding during a time-out', 60_000, false],
    ['adding again after it', -60_000, true],
  ])('%s', (_name, left, addPeople) => {
    const timedOut = { ...MEMBER, timedOutUntil: new Date(Date.now() + left).toISOString() };
    expect(actsOnChannel(channelWith(), timedOut).addPeople).toBe(addPeople);
  });

  test('managing to a role to which the channel gives it, and not to one from which it takes it', () => {
    const override = (role: 'member' | 'moderator', allow: boolean) =>
      channelWith({ permissionOverrides: [{ role, permission: 'manageChannel', allow }] });
    expect(actsOnChannel(override('member', true), MEMBER).manage).toBe(true);
    expect(actsOnChannel(override('moderator', true), MEMBER).manage).toBe(false);
    expect(actsOnChannel(override('member', false), MEMBER).manage).toBe(false);
  });

  test('the way in to who is outside, and the way out to who is in', () => {
    expect(actsOnChannel(channelWith(), MEMBER)).toMatchObject({ join: false, leave: true });
    expect(actsOnChannel(channelWith(), { ...MEMBER, isMember: false })).toMatchObject({
      join: true,
      leave: false,
    });
  });
});

test('a direct message offers to add people until it is full, and no way out', () => {
  expect(actsOnChannel(dm(2), OUTSIDE)).toMatchObject({ addPeople: true, join: false, leave: false });
  expect(actsOnChannel(dm(DM_SIZE_MAX), OUTSIDE).addPeople).toBe(false);
  expect(actsOnChannel(dm(DM_SIZE_MAX - 1), OUTSIDE).addPeople).toBe(true);
});
