import type { Erasure } from '@palaver/client';
import { expect, test } from 'vitest';
import { serviceAdminEn as s } from '../../i18n/service-admin.en.js';
import { erasedText, erasureState } from './erasure-text.js';

const NEW: Erasure = {
  id: 'one',
  kind: 'channel',
  serverId: 'acme',
  channelId: 'general',
  userId: 'ada',
  before: null,
  askedBy: 'bob',
  createdAt: 'asked',
  endedAt: null,
  removed: 7,
};
const nameOf = (id: string | null) => `<${id}>`;

test.each([
  ['channel', 'Messages of the channel <general> in <acme>'],
  ['member', 'Messages of <ada> in <acme>'],
  ['user', 'The account <ada> and all of its messages'],
  ['account', 'The account <ada>'],
] as const)('an erasure of a %s is told as %s', (kind, told) => {
  expect(erasedText({ ...NEW, kind }, s, nameOf)).toBe(told);
});

test.each<[Partial<Erasure>, string]>([
  [{}, 'Under way · 7 messages deleted · by <bob> · @asked'],
  [
    { endedAt: 'ended', askedBy: null, removed: 1 },
    'Ended on @ended · 1 message deleted · by the operator or an API key · @asked',
  ],
  [{ before: 'then' }, 'Under way · 7 messages deleted · from before @then · by <bob> · @asked'],
  [{ before: 'asked' }, 'Under way · 7 messages deleted · by <bob> · @asked'],
  [{ kind: 'account', removed: 0 }, 'Under way · by <bob> · @asked'],
])('the state of %j is told as %s', (change, told) => {
  expect(erasureState({ ...NEW, ...change }, s, nameOf, (instant) => `@${instant}`)).toBe(told);
});
