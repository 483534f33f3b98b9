import { afterEach, expect, test, vi } from 'vitest';
import { fileAddresses } from '../src/files/file-addresses.js';

const MINUTE = 60_000;
afterEach(() => void vi.useRealTimers());

function addresses() {
  vi.useFakeTimers({ toFake: ['Date'] });
  const asked: string[] = [];
  const find = fileAddresses(async ({ attachmentId, size }) => {
    const name = size === undefined ? attachmentId : `${attachmentId}-${size}`;
    asked.push(name);
    if (name === 'gone' && asked.length === 1) throw new Error('There is no such file');
    const expiresAt = new Date(Date.now() + 60 * MINUTE).toISOString();
    return { url: `${name} ${asked.length}`, expiresAt };
  });
  return { find, asked };
}

test('an address is asked for once, and anew before it ends', async () => {
  const { find, asked } = addresses();
  expect([await find('a'), await find('a'), await find('b')]).toEqual(['a 1', 'a 1', 'b 2']);
  vi.advanceTimersByTime(54 * MINUTE);
  expect(await find('a')).toBe('a 1');
  vi.advanceTimersByTime(MINUTE);
  expect(await find('a')).toBe('a 3');
  expect(asked).toEqual(['a', 'b', 'a']);
});

test('each size has an address of its own', async () => {
  const { find, asked } = addresses();
  expect([await find('a', 480), await find('a'), await find('a', 960)]).toEqual([
    'a-480 1',
    'a 2',
    'a-960 3',
  ]);
  expect([await find('a', 480), await find('a'), await find('a', 960)]).toEqual([
    'a-480 1',
    'a 2',
    'a-960 3',
  ]);
  expect(asked).toHaveLength(3);
});

test('after a failure it is asked for again', async () => {
  const { find } = addresses();
  await expect(find('gone')).rejects.toThrow('There is no such file');
  expect(await find('gone')).toBe('gone 2');
});
