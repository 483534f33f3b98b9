import { expect, test } from 'vitest';
import { FileAddresses } from '../src/files/file-addresses.js';

const MINUTE = 60_000;

function addresses() {
  let now = 0;
  const asked: string[] = [];
  const found = new FileAddresses(
    async (id) => {
      asked.push(id);
      if (id === 'gone' && asked.length === 1) throw new Error('There is no such file');
      return { url: `${id} ${asked.length}`, expiresAt: new Date(now + 60 * MINUTE).toISOString() };
    },
    () => now,
  );
  return { found, asked, advance: (minutes: number) => (now += minutes * MINUTE) };
}

test('an address is asked for once, and anew before it ends', async () => {
  const { found, asked, advance } = addresses();
  expect([await found.find('a'), await found.find('a'), await found.find('b')]).toEqual([
    'a 1',
    'a 1',
    'b 2',
  ]);
  advance(54);
  expect(await found.find('a')).toBe('a 1');
  advance(1);
  expect(await found.find('a')).toBe('a 3');
  expect(asked).toEqual(['a', 'b', 'a']);
});

test('after a failure it is asked for again', async () => {
  const { found } = addresses();
  await expect(found.find('gone')).rejects.toThrow('There is no such file');
  expect(await found.find('gone')).toBe('gone 2');
});
