import { expect, test } from 'vitest';
import { channelWith, userWith } from '../../testing/records.js';
import type { Names } from '../names.js';
import { searchChoices } from './search-choices.js';
import { searchWordAt } from './search-words.js';

const ada = userWith({ id: 'ada', username: 'alovelace', displayName: 'Ada Lovelace' });
const zoe = userWith({ id: 'zoe', username: 'zoe', displayName: 'Zoe' });
const names: Names = {
  serverId: 's1',
  users: new Map([['zoe', zoe]]),
  usersById: new Map(),
  groups: new Map(),
  channels: new Map([
    ['general', channelWith({ id: '1', name: 'general' })],
    ['gone', channelWith({ id: '2', name: 'gone', archived: true })],
  ]),
  emoji: new Map(),
};
const TEXTS = { from: 'person', in: 'channel', has: '', is: '', before: '', after: '', on: '' };

test.each([
  ['fr', ['from:']],
  ['-fr', ['-from:']],
  ['i', ['in:', 'is:']],
  ['deploy', []],
  ['from:', ['from:@alovelace ', 'from:@zoe ', 'from:me ']],
  ['from:ada', ['from:@alovelace ']],
  ['from:@zo', ['from:@zoe ']],
  ['-from:zo', ['-from:@zoe ']],
  ['in:gen', ['in:#general ']],
  ['in:#gen', ['in:#general ']],
  ['has:', ['has:file ', 'has:link ', 'has:reaction ']],
  ['has:li', ['has:link ']],
  ['has:link', []],
  ['is:p', ['is:pinned ']],
  ['before:', ['before:2026-03-01 ', 'before:2026-02-28 ', 'before:2026-03 ', 'before:2026 ']],
])('%s is completed to %j', (query, expected) => {
  const word = searchWordAt(query, query.length);
  if (word === null) throw new Error('No word');
  const from = { names, found: [ada], texts: TEXTS, now: new Date(2026, 2, 1, 9) };
  expect(searchChoices(word, from).map(({ text }) => text)).toEqual(expected);
});
