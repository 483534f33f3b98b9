import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from '../../src/store/pace.js';
import { markEveryMs } from '../../src/store/read-marks.js';

const AWAY = new Error('away');
const REFUSED = new Error('refused');

let sent: string[];
/** What the next requests fail with. */
let failures: Error[];
let pace: Pace;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  failures = [];
  pace = new Pace(
    async (key, value) => {
      const failure = failures.shift();
      if (failure) throw failure;
      sent.push(`${key} ${value}`);
    },
    (error) => error === AWAY,
    (key) => (key === 'slow' ? 10_000 : 2_000),
  );
});

afterEach(() => {
  pace.close();
  vi.useRealTimers();
});

test('the first is sent at once, then the last of those that come within two seconds', async () => {
  await pace.set('a', '1');
  await pace.set('a', '2');
  await pace.set('a', '3');
  await pace.set('b', '1');
  expect(sent).toEqual(['a 1', 'b 1']);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(sent).toEqual(['a 1', 'b 1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['a 1', 'b 1', 'a 3']);
});

test('a minute in which something comes all the time costs one request in two seconds', async () => {
  for (let n = 0; n < 600; n += 1) {
    await pace.set('a', String(n));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent).toHaveLength(31);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.at(-1)).toBe('a 599');
});

test('a key may have a pace of its own', async () => {
  for (const key of ['slow', 'a']) for (const value of ['1', '2']) await pace.set(key, value);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(sent).toEqual(['slow 1', 'a 1', 'a 2']);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.at(-1)).toBe('slow 2');
});

test('what comes after a pause is sent at once again', async () => {
  await pace.set('a', '1');
  await vi.advanceTimersByTimeAsync(2_000);
  await pace.set('a', '2');
  expect(sent).toEqual(['a 1', 'a 2']);
});

test('hurry sends what waits, and nothing twice', async () => {
  await pace.set('a', '1');
  await pace.set('a', '2');
  await pace.set('b', '1');
  await pace.hurry();
  expect(sent).toEqual(['a 1', 'b 1', 'a 2']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(3);
});

test('what fails for a while is sent again: later, or when one hurries', async () => {
  failures = [AWAY, AWAY];
  await pace.set('a', '1');
  await vi.advanceTimersByTimeAsync(29_999);
  expect(failures).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(failures).toHaveLength(0);
  await pace.set('a', '2');
  await pace.hurry();
  expect(sent).toEqual(['a 2']);
});

test('what is refused is told of, and not sent again', async () => {
  failures = [REFUSED];
  await expect(pace.set('a', '1')).rejects.toThrow('refused');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});

test('closed, it sends nothing more', async () => {
  await pace.set('a', '1');
  await pace.set('a', '2');
  pace.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['a 1']);
});

test.each([
  ['a direct message', { isDm: true, readReceipts: false }, 2_000],
  ['a channel that shows who has read what', { isDm: false, readReceipts: true }, 2_000],
  ['any other channel', { isDm: false, readReceipts: false }, 10_000],
  ['a channel that is not held', undefined, 10_000],
])('%s is marked as read at a pace of its own', (_, channel, everyMs) => {
  expect(markEveryMs(channel)).toBe(everyMs);
});
