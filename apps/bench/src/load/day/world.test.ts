import { expect, test } from 'vitest';
import { worldOf } from './world.js';

test.each([500, 2_000, 8_000])('%s people are in servers of 10 people and more', (count) => {
  const { servers, people } = worldOf(count);
  expect(people).toHaveLength(count);
  expect(servers.at(-1)?.people).toBe(10);
  const misplaced = people.filter(({ server, channels }) => {
    const isKnown = channels.every((channel) => channel < (servers[server]?.channels ?? 0));
    return !isKnown || channels[0] !== 0 || new Set(channels).size !== channels.length;
  });
  expect(misplaced).toEqual([]);
});

test('for other numbers there is no world', () => {
  expect(() => worldOf(7)).toThrow('There is no world of 7 people.');
});
