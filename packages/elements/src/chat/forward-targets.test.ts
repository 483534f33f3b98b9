import { expect, test } from 'vitest';
import { type Forwardable, forwardTargets } from './forward-targets.js';

const channel = (id: string, fields: Partial<Forwardable> = {}): Forwardable => ({
  id,
  displayName: id,
  serverId: 's',
  isDm: false,
  archived: false,
  ...fields,
});
const KNOWN = {
  channels: [
    channel('general'),
    channel('design'),
    channel('others'),
    channel('old', { archived: true }),
    channel('Bob', { isDm: true, serverId: null }),
  ],
  servers: [{ id: 's', name: 'Acme' }],
  joinedIds: new Set(['general', 'design', 'old']),
  channelId: 'design',
};
const namesOf = (text: string) => forwardTargets(KNOWN, text).map(({ name }) => name);

test('one forwards to where one writes, and what one reads comes first', () =>
  expect(namesOf('')).toEqual(['design', 'general', 'Bob']));

test.each([
  ['GEN', ['general']],
  ['acme des', ['design']],
  ['bo', ['Bob']],
  ['nothing', []],
])('%j finds %j', (text, names) => expect(namesOf(text)).toEqual(names));

test('a direct message has no server', () =>
  expect(forwardTargets(KNOWN, 'bob')).toEqual([{ id: 'Bob', name: 'Bob', serverName: null }]));
