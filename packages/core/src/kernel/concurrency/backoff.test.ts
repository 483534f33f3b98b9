import { test } from 'vitest';
import { createTestClock } from '../../testing/clock.js';
import { refusedWith } from '../../testing/expect.js';
import { Backoff } from './backoff.js';

const LIMITS = { free: 2, firstMs: 1_000, maxMs: 4_000, forgetMs: 60_000 };

function setUp() {
  const clock = createTestClock();
  const backoff = new Backoff(clock, LIMITS);
  const fail = async (key: string) => (await backoff.begin(key))('failed');
  const succeed = async (key: string) => (await backoff.begin(key))('succeeded');
  return { clock, backoff, fail, succeed };
}

test('the delay doubles with each failure beyond the free ones, up to the longest', async () => {
  const { clock, fail, succeed } = setUp();
  for (const seconds of [0, 0, 1, 2, 4, 4, 4]) {
    if (seconds > 0) {
      clock.advance(seconds * 1000 - 1);
      await refusedWith('TOO_MANY_ATTEMPTS', fail('a'));
      clock.advance(1);
    }
    await fail('a');
  }
  await succeed('b');
});

test('an attempt that could fail once too often waits for the running ones', async () => {
  const { backoff, succeed, fail } = setUp();
  const running = [await backoff.begin('a'), await backoff.begin('a')];
  const third = succeed('a');
  const fourth = succeed('a');
  running[0]?.('succeeded');
  await Promise.all([third, fourth]);
  running[1]?.('undecided');
  await fail('a');

  const last = await backoff.begin('a');
  const after = [fail('a'), fail('a')];
  last('failed');
  for (const one of after) await refusedWith('TOO_MANY_ATTEMPTS', one);
});

test('failures are forgotten after their time, and when asked to', async () => {
  const { clock, backoff, fail } = setUp();
  for (const forget of [() => clock.advance(LIMITS.forgetMs), () => backoff.forget('a')]) {
    await fail('a');
    await fail('a');
    await refusedWith('TOO_MANY_ATTEMPTS', fail('a'));
    forget();
  }
  await fail('a');
});

test('the attempts that wait are bounded', async () => {
  const { backoff } = setUp();
  const running = [await backoff.begin('a'), await backoff.begin('a')];
  const waiting = Array.from({ length: 200 }, () => backoff.begin('a').then((settle) => settle('succeeded')));
  await refusedWith('BUSY', backoff.begin('a'));
  for (const settle of running) settle('succeeded');
  await Promise.all(waiting);
});
