import { channelWith } from '@palaver/elements/testing/records.js';
import { expect, test } from 'vitest';
import { browsed } from './browsed.js';

const CHANNELS = [
  channelWith({ id: 'random', topic: 'What is designed for no other place' }),
  channelWith({ id: 'design' }),
  channelWith({ id: 'team-design', topic: 'Drafts' }),
  channelWith({ id: 'old-design', archived: true }),
];
const found = (text: string) => browsed(CHANNELS, text).map(({ id }) => id);

test('all are there by name, without what is archived', () => {
  expect(found(' ')).toEqual(['design', 'random', 'team-design']);
});

test('names come before topics, and the better fit before the other', () => {
  expect(found('design')).toEqual(['design', 'team-design', 'random']);
  expect(found('drafts')).toEqual(['team-design']);
});

test('letters in their order find a name, not a topic', () => {
  expect(found('tmdsgn')).toEqual(['team-design']);
  expect(found('wtnop')).toEqual([]);
});
