import { authorName } from '@palaver/elements/people/author-name.js';
import { idAfter } from '@palaver/elements/people/id-after.js';
import { isOnlineIn } from '@palaver/elements/people/presence.js';
import { isAtLeast, ROLES } from '@palaver/elements/people/role.js';
import { messageWith, userWith } from '@palaver/elements/testing/records.js';
import { colourOf, initials } from '@palaver/elements/ui/avatar.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

test('a role is at least each one below it, and itself', () => {
  const table = ROLES.map((role) => ROLES.filter((needed) => isAtLeast(role, needed)));
  expect(table).toEqual([
    ['member'],
    ['member', 'moderator'],
    ['member', 'moderator', 'admin'],
    ['member', 'moderator', 'admin', 'owner'],
  ]);
});

describe('the id after', () => {
  test.each([
    ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000001'],
    ['0190f5ae-0000-7000-8000-0000000000ff', '0190f5ae-0000-7000-8000-000000000100'],
    ['0190f5ae-0000-7000-8fff-ffffffffffff', '0190f5ae-0000-7000-9000-000000000000'],
    ['00ffffff-ffff-ffff-ffff-ffffffffffff', '01000000-0000-0000-0000-000000000000'],
  ])('%s is %s', (id, next) => expect(idAfter(id)).toBe(next));

  test('is greater, has the shape of an id, and nothing is between them', () => {
    const number = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`);
    const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    fc.assert(
      fc.property(
        fc.uuid().filter((id) => id !== last),
        (id) => {
          const next = idAfter(id);
          return next > id && number(next) === number(id) + 1n && next.length === 36;
        },
      ),
    );
  });
});

test.each([
  ['somebody who is', 'bob', 'live', true],
  ['somebody who is not', 'cem', 'live', false],
  ['oneself', 'ada', 'live', true],
  ['oneself without a connection', 'ada', 'offline', false],
  ['somebody who was, without a connection', 'bob', 'offline', true],
] as const)('%s is online', (_name, id, status, expected) => {
  const state = { userId: 'ada', online: new Set(['bob']), connection: { status } };
  expect(isOnlineIn(state, id)).toBe(expected);
});

test('a message is of its author, or of the name that a webhook has chosen', () => {
  expect(authorName(messageWith({ user: userWith({ displayName: 'Ada' }) }))).toBe('Ada');
  const webhook = { id: 'w', username: 'CI', avatarUrl: null, emoji: null };
  expect(authorName(messageWith({ webhook }))).toBe('CI');
});

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['  ada   lovelace  king', 'AL'],
  ['', ''],
  ['   ', ''],
  ['😀 smile', '😀S'],
  ['🇩🇪 Team', '🇩🇪T'],
  ['e\u0301cole', 'E\u0301'],
  ['山田 太郎', '山太'],
])('the picture of %j has %j', (name, expected) => expect(initials(name)).toBe(expected));

test('each colour of the themes is that of some people', () => {
  const ids = Array.from(
    { length: 256 },
    (_, n) => `0190f5ae-0000-7000-8000-00000000${n.toString(16).padStart(4, '0')}`,
  );
  const colours = Array.from({ length: 12 }, (_, n) => `var(--avatar-${n})`);
  expect([...new Set(ids.map(colourOf))].sort()).toEqual(colours.sort());
});
