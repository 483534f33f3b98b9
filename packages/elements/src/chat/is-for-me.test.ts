import { expect, test } from 'vitest';
import { messageWith } from '../testing/records.js';
import { isForMe } from './is-for-me.js';

const NOBODY = { userIds: [], groupIds: [], channel: false, here: false };

test.each([
  ['mentions nobody', NOBODY, false],
  ['mentions somebody else', { ...NOBODY, userIds: ['ada', 'bob'] }, false],
  ['mentions the person', { ...NOBODY, userIds: ['ada', 'me'] }, true],
  ['mentions all', { ...NOBODY, channel: true }, true],
  ['mentions all who are online', { ...NOBODY, here: true }, true],
])('a message that %s is for the person: %s', (_name, mentions, expected) => {
  expect(isForMe(messageWith({ mentions }), 'me')).toBe(expected);
  expect(isForMe(messageWith({ mentions }), null)).toBe(false);
});
