import { channelWith, groupWith } from '@palaver/elements/testing/records.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changesFor,
  moveChannel,
  moveGroup,
  placeOf,
  type Section,
  sectionsOf,
  stepChannel,
  stepGroup,
} from './channel-order.js';
import { dragIdOf, groupOfDragId } from './drag-ids.js';

const section = (groupId: string | null, ids: string): Section => ({ groupId, channelIds: [...ids] });
const SECTIONS = [section(null, 'ab'), section('g1', 'cd'), section('g2', ''), section('g3', 'e')];
const told = (sections: readonly Section[] | null) =>
  sections
    ?.map(({ groupId, channelIds }) => `${groupId ?? 'none'} ${channelIds.join('')}`.trim())
    .join(' | ') ?? null;

test('channels stand in the sections of their groups, and first in no group also those whose group is gone', () => {
  const channels = [
    channelWith({ id: 'a', groupId: 'g2' }),
    channelWith({ id: 'b' }),
    channelWith({ id: 'c', groupId: 'gone' }),
    channelWith({ id: 'd', groupId: 'g2' }),
  ];
  expect(told(sectionsOf(channels, [groupWith('g1'), groupWith('g2')]))).toBe('none bc | g1 | g2 ad');
});

describe('a channel is moved', () => {
  test.each([
    ['down in its group', 'a', null, 1, 'none ba | g1 cd | g2 | g3 e'],
    ['up in its group', 'd', 'g1', 0, 'none ab | g1 dc | g2 | g3 e'],
    ['into another group', 'a', 'g1', 1, 'none b | g1 cad | g2 | g3 e'],
    ['into a group without channels', 'e', 'g2', 0, 'none ab | g1 cd | g2 e | g3'],
    ['behind the end', 'a', 'g3', 9, 'none b | g1 cd | g2 | g3 ea'],
    ['to where it is', 'c', 'g1', 0, 'none ab | g1 cd | g2 | g3 e'],
  ])('%s', (_name, id, groupId, index, expected) =>
    expect(told(moveChannel(SECTIONS, id, { groupId, index }))).toBe(expected),
  );
});

describe('a channel is one step further', () => {
  test.each([
    ['down', 'a', 1, 'none ba | g1 cd | g2 | g3 e'],
    ['up', 'b', -1, 'none ba | g1 cd | g2 | g3 e'],
    ['down into the next group', 'b', 1, 'none a | g1 bcd | g2 | g3 e'],
    ['up into the end of the group above', 'c', -1, 'none abc | g1 d | g2 | g3 e'],
    ['down into a group without channels', 'd', 1, 'none ab | g1 c | g2 d | g3 e'],
    ['up into a group without channels', 'e', -1, 'none ab | g1 cd | g2 e | g3'],
    ['nowhere at the top', 'a', -1, null],
    ['nowhere at the end', 'e', 1, null],
    ['nowhere where it is not known', 'x', 1, null],
  ] as const)('%s', (_name, id, step, expected) =>
    expect(told(stepChannel(SECTIONS, id, step))).toBe(expected),
  );

  test('and back again', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom<1 | -1>(1, -1), (id, step) => {
        const next = stepChannel(SECTIONS, id, step);
        const back: 1 | -1 = step === 1 ? -1 : 1;
        return next === null || told(stepChannel(next, id, back)) === told(SECTIONS);
      }),
    );
  });
});

describe('a group is moved', () => {
  test.each([
    ['down', 'g1', 'g3', 'none ab | g2 | g3 e | g1 cd'],
    ['up', 'g3', 'g1', 'none ab | g3 e | g1 cd | g2'],
    ['to where it is', 'g1', 'g1', 'none ab | g1 cd | g2 | g3 e'],
    ['not where it is not known', 'x', 'g1', 'none ab | g1 cd | g2 | g3 e'],
    ['not over one that is not known', 'g1', 'x', 'none ab | g1 cd | g2 | g3 e'],
  ])('%s', (_name, id, over, expected) => expect(told(moveGroup(SECTIONS, id, over))).toBe(expected));

  test.each([
    ['down', 'g1', 1, 'none ab | g2 | g1 cd | g3 e'],
    ['up', 'g2', -1, 'none ab | g2 | g1 cd | g3 e'],
    ['not above the channels in no group', 'g1', -1, null],
    ['not below the last one', 'g3', 1, null],
  ] as const)('by a step %s', (_name, id, step, expected) =>
    expect(told(stepGroup(SECTIONS, id, step))).toBe(expected),
  );
});

test('the place of a channel is that in its section', () => {
  expect(placeOf(SECTIONS, 'd')).toEqual({ groupId: 'g1', index: 1 });
  expect(placeOf(SECTIONS, 'a')).toEqual({ groupId: null, index: 0 });
  expect(placeOf(SECTIONS, 'x')).toBeNull();
});

describe('what is written', () => {
  const channels = [
    channelWith({ id: 'a', position: 0 }),
    channelWith({ id: 'b', position: 1 }),
    channelWith({ id: 'c', groupId: 'g1', position: 0 }),
  ];
  const groups = [groupWith('g1', 0), groupWith('g2', 1)];

  test('is nothing for what is as it was', () => {
    expect(changesFor(sectionsOf(channels, groups), channels, groups)).toEqual({ channels: [], groups: [] });
  });

  test('is each channel with another place, and each group', () => {
    const next = [section(null, 'b'), section('g2', 'a'), section('g1', 'c')];
    expect(changesFor(next, channels, groups)).toEqual({
      channels: [
        { channelId: 'b', groupId: null, position: 0 },
        { channelId: 'a', groupId: 'g2', position: 0 },
      ],
      groups: [
        { groupId: 'g2', position: 0 },
        { groupId: 'g1', position: 1 },
      ],
    });
  });

  test('is not a channel that is gone meanwhile', () => {
    expect(changesFor([section(null, 'abx'), section('g1', 'c')], channels, groups).channels).toEqual([]);
  });
});

test.each([
  [dragIdOf('g1'), 'g1'],
  [dragIdOf(null), null],
  ['c1', undefined],
])('what is dragged as %s is of the group %s', (id, groupId) => expect(groupOfDragId(id)).toBe(groupId));
