import { expect, test } from 'vitest';
import { messageWith, userWith } from '../testing/records.js';
import { facesOf } from './faces-of.js';

const AT = '2026-03-01T12:00:00.000Z';
const [ada, bob] = [userWith({ id: 'ada' }), userWith({ id: 'bob' })];
const known = new Map([ada, bob].map((user) => [user.id, user]));
const repliedBy = (...ids: string[]) =>
  messageWith({ lastReplies: ids.map((userId) => ({ userId, createdAt: AT })) });

test.each([
  ['nobody', [], []],
  ['each once, the last first', ['bob', 'ada', 'bob', 'ada'], [bob, ada]],
  ['nobody who has left', ['carol', 'ada'], [ada]],
])('the faces of replies are of %s', (_name, ids, expected) => {
  expect(facesOf(repliedBy(...ids), known)).toEqual(expected);
});

test('there are none before the members are known', () => {
  expect(facesOf(repliedBy('ada'), undefined)).toEqual([]);
});
