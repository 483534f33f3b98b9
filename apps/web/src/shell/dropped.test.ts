import { ALL_SHOWN, rowsOf, sectionKey } from '@palaver/elements/channels/sidebar-rows.js';
import { channelWith, groupWith } from '@palaver/elements/testing/records.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesFor, type Section, sectionsOf } from '../settings/server/channel-order.js';
import { arranged, canBeSorted, dropped } from './dropped.js';

const GROUPS = [groupWith('g1', 0), groupWith('g2', 1)];
const CHANNELS = [
  channelWith({ id: 'a', position: 0 }),
  channelWith({ id: 'b', position: 1 }),
  channelWith({ id: 'c', groupId: 'g1', position: 0 }),
  channelWith({ id: 'd', groupId: 'g1', position: 1 }),
  channelWith({ id: 'e', groupId: 'g2', position: 0 }),
];
const SECTIONS = sectionsOf(CHANNELS, GROUPS);
const ROWS = rowsOf(CHANNELS, GROUPS, ['b'], { favorites: 'Favorites', channels: 'Channels' });
/** `favorites b | none a b | g1 c d | g2 e`, each with its heading. */
const KEYS = ROWS.map(({ key }) => key);
const told = (sections: readonly Section[] | null) =>
  sections?.map(({ groupId, channelIds }) => `${groupId ?? 'none'} ${channelIds.join('')}`).join(' | ') ??
  null;
const drop = (from: string, to: string) =>
  told(dropped(SECTIONS, ROWS, KEYS.indexOf(from), KEYS.indexOf(to)));

describe('a channel that is dropped', () => {
  test.each([
    ['on its neighbour below', 'none a', 'none b', 'none ba | g1 cd | g2 e'],
    ['on its neighbour above', 'none b', 'none a', 'none ba | g1 cd | g2 e'],
    ['on the heading of a group below', 'none a', 'g1', 'none b | g1 acd | g2 e'],
    ['behind a channel of a group below', 'none a', 'g1 c', 'none b | g1 cad | g2 e'],
    ['before a channel of a group above', 'g2 e', 'g1 d', 'none ab | g1 ced | g2 '],
    ['on the heading of its own group: at the end of the one above', 'g1 c', 'g1', 'none abc | g1 d | g2 e'],
    ['on the heading of a group above', 'g2 e', 'g1', 'none abe | g1 cd | g2 '],
    ['on the first heading', 'g2 e', 'none', 'none eab | g1 cd | g2 '],
    ['on itself', 'none a', 'none a', null],
  ])('%s', (_name, from, to, expected) => expect(drop(from, to)).toBe(expected));
});

describe('a group that is dropped', () => {
  test.each([
    ['on another one', 'g1', 'g2', 'none ab | g2 e | g1 cd'],
    ['on a channel of another one', 'g2', 'g1 d', 'none ab | g2 e | g1 cd'],
    ['among the channels in no group, which stay first', 'g1', 'none a', null],
    ['on a channel of its own', 'g1', 'g1 d', null],
  ])('%s', (_name, from, to, expected) => expect(drop(from, to)).toBe(expected));
});

test('a closed group keeps its place, and takes what is dropped on it', () => {
  const shown = { ...ALL_SHOWN, closed: new Set([sectionKey('s1', 'g1')]) };
  const rows = rowsOf(CHANNELS, GROUPS, [], { favorites: 'Favorites', channels: 'Channels' }, shown);
  const keys = rows.map(({ key }) => key);
  const next = dropped(SECTIONS, rows, keys.indexOf('none a'), keys.indexOf('g1'));
  expect(told(next)).toBe('none b | g1 acd | g2 e');
  expect(arranged(rows, next ?? []).map(({ key }) => key)).toEqual([
    'none',
    'none b',
    'g1',
    'g1 a',
    'g2',
    'g2 e',
  ]);
});

test('whatever is dropped wherever, every channel and group is there once, and the channels in no group are first', () => {
  // The favorites are no place to drop anything, and a row may be gone meanwhile.
  const place = fc.constantFrom(
    ...ROWS.flatMap((row, index) => (canBeSorted(row) ? [index] : [])),
    ROWS.length,
  );
  fc.assert(
    fc.property(place, place, (from, to) => {
      const next = dropped(SECTIONS, ROWS, from, to);
      if (next === null) return;
      expect(next.flatMap(({ channelIds }) => channelIds).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(next.map(({ groupId }) => groupId).sort()).toEqual(['g1', 'g2', null].sort());
      expect(next[0]?.groupId).toBeNull();
      // What is shown at once is what is shown once it is written.
      const { channels, groups } = changesFor(next, CHANNELS, GROUPS);
      const written = CHANNELS.map((channel) => ({
        ...channel,
        ...channels.find(({ channelId }) => channelId === channel.id),
      }));
      const sorted = GROUPS.map((group) => ({
        ...group,
        ...groups.find(({ groupId }) => groupId === group.id),
      }));
      const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position;
      const later = rowsOf(written.sort(byPosition), sorted.sort(byPosition), ['b'], {
        favorites: 'Favorites',
        channels: 'Channels',
      });
      expect(arranged(ROWS, next).map(({ key }) => key)).toEqual(later.map(({ key }) => key));
    }),
  );
});
