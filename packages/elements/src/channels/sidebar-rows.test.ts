import { describe, expect, test } from 'vitest';
import { channelWith, groupWith } from '../testing/records.js';
import { ALL_SHOWN, firstChannelOf, rowsOf, type Shown, sectionKey } from './sidebar-rows.js';

const TEXTS = { favorites: 'Favorites', channels: 'Channels' };
const GROUPS = [groupWith('g1'), groupWith('g2'), groupWith('empty')];
const CHANNELS = [
  channelWith({ id: 'a' }),
  channelWith({ id: 'b', groupId: 'g2' }),
  channelWith({ id: 'c', groupId: 'g1' }),
  channelWith({ id: 'd', archived: true }),
  channelWith({ id: 'e', groupId: 'g1', archived: true }),
  // Its group is gone, or not known yet.
  channelWith({ id: 'f', groupId: 'gone' }),
];

const shown = (favorites: readonly string[], channels = CHANNELS) =>
  rowsOf(channels, GROUPS, favorites, TEXTS).map((row) =>
    'heading' in row ? `# ${row.heading}` : row.channel.id,
  );

describe('the list of a server', () => {
  test('has the channels of no group, and then each group that has some, without what is archived', () => {
    expect(shown([])).toEqual(['# Channels', 'a', 'f', '# Group g1', 'c', '# Group g2', 'b']);
  });

  test('begins with the favorites in the order of the person, which stay in their groups', () => {
    expect(shown(['b', 'a'])).toEqual([
      '# Favorites',
      'b',
      'a',
      '# Channels',
      'a',
      'f',
      '# Group g1',
      'c',
      '# Group g2',
      'b',
    ]);
  });

  test('leaves out favorites of elsewhere and archived ones', () => {
    expect(shown(['x', 'd'])[0]).toBe('# Channels');
  });

  test('is empty without channels', () => expect(shown(['a'], [])).toEqual([]));

  test('has a key for each row', () => {
    const rows = rowsOf(CHANNELS, GROUPS, ['a', 'b'], TEXTS);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});

describe('of all channels are shown', () => {
  const arranged = (changes: Partial<Shown>) =>
    rowsOf(CHANNELS, GROUPS, ['b'], TEXTS, { ...ALL_SHOWN, ...changes }).map((row) =>
      'heading' in row ? `${row.section?.isClosed ? '+' : '#'} ${row.heading}` : row.channel.id,
    );
  const closed = new Set([sectionKey('s1', 'g1'), sectionKey('s1', 'none')]);

  test('those that the person is in, and the one that is open', () => {
    expect(arranged({ joined: new Set(['a', 'd']), currentId: 'c' })).toEqual([
      '# Channels',
      'a',
      '# Group g1',
      'c',
    ]);
  });

  test('all, while it is not known which those are', () => expect(arranged({}).length).toBe(9));

  test('the unread ones of a closed section, and the one that is open', () => {
    expect(arranged({ closed, unread: new Set(['a']), currentId: 'c' })).toEqual([
      '# Favorites',
      'b',
      '+ Channels',
      'a',
      '+ Group g1',
      'c',
      '# Group g2',
      'b',
    ]);
    expect(arranged({ closed })).toEqual(['# Favorites', 'b', '+ Channels', '+ Group g1', '# Group g2', 'b']);
  });

  test('the unread ones alone, where the person wants it, and the one that is open', () => {
    expect(arranged({ isUnreadOnly: true, unread: new Set(['b', 'd']), currentId: 'a' })).toEqual([
      '# Favorites',
      'b',
      '# Channels',
      'a',
      '# Group g2',
      'b',
    ]);
    expect(arranged({ isUnreadOnly: true })).toEqual([]);
  });
});

describe('a server opens with', () => {
  test.each([
    ['the channel that was shown last', 'b', 'b'],
    ['that also where it is archived', 'd', 'd'],
    ['the first one where the last is gone', 'gone', 'a'],
    ['the first one where none was shown', null, 'a'],
  ])('%s', (_name, last, expected) => expect(firstChannelOf(CHANNELS, last)?.id).toBe(expected));

  test('none where all are archived', () => {
    expect(firstChannelOf([channelWith({ archived: true })], null)).toBeUndefined();
  });
});
