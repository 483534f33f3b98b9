import { expect, test } from 'vitest';
import { userWith } from '../../testing/records.js';
import { idsOf } from './find-people-ids.js';

const PEOPLE = [
  userWith({ id: '1', username: 'alovelace', displayName: 'Ada Lovelace' }),
  userWith({ id: '2', username: 'zoe', displayName: 'Sam' }),
  userWith({ id: '3', username: 'sammy', displayName: 'Sam Smith' }),
  userWith({ id: '3', username: 'sammy', displayName: 'Sam Smith' }),
];

test.each([
  ['ada', ['1']],
  ['LOVE', ['1']],
  ['ada lovelace', ['1']],
  ['smith', ['3']],
  // Who is called so and no more is meant.
  ['sam', ['2']],
  ['sa', ['2', '3']],
  ['zoe', null],
  ['da', null],
  ['nobody', null],
])('%s means %j', (name, ids) => expect(idsOf(name, PEOPLE)).toEqual(ids));
