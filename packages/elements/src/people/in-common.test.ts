import { describe, expect, test } from 'vitest';
import { commonConversations, localTime, namesOfServers } from './in-common.js';

describe('the time of somebody', () => {
  const now = new Date('2026-03-01T20:30:00Z');
  test.each([
    ['Asia/Tokyo', 'Mon 05:30'],
    ['America/Lima', 'Sun 15:30'],
    ['Asia/Kathmandu', 'Mon 02:15'],
  ])('in %s', (zone, expected) => {
    expect(localTime(now, zone, 'en-GB')).toBe(expected);
  });

  test('is not told in a zone that the browser does not know', () => {
    expect(localTime(now, 'Mars/Olympus', 'en')).toBeNull();
  });
});

test('the servers that are known are named in the order of their ids', () => {
  const servers = [
    { id: 'b', name: 'Beta' },
    { id: 'a', name: 'Alpha' },
  ];
  expect(namesOfServers(['a', 'b', 'gone'], servers)).toEqual(['Alpha', 'Beta']);
});

test('conversations of several people are in common, and those of two are not', () => {
  const people = (...ids: string[]) => ids.map((id) => ({ id }));
  const dms = [
    { displayName: 'Ada', members: people('me', 'ada') },
    { displayName: 'Ada, Bob', members: people('me', 'ada', 'bob') },
    { displayName: 'Bob, Eve', members: people('me', 'bob', 'eve') },
  ];
  expect(commonConversations('ada', dms)).toEqual(['Ada, Bob']);
});
