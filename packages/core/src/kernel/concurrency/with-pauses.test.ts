import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { type WithPauses, withPauses } from './with-pauses.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const OPTIONS = { accountsWaiting: 2, waitingPerAccount: 3, pauseFactor: 2 };

/** Asks for work of 100 ms for each of the accounts; returns who began, in order, with the time in ms. */
function askFor(run: WithPauses, ...accounts: string[]) {
  const begun: string[] = [];
  const start = performance.now();
  const pieces = accounts.map((account) =>
    run(account, async () => {
      begun.push(`${account} at ${Math.round(performance.now() - start)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }),
  );
  return { begun, pieces };
}

test('an account that asks often has one turn for each turn of another account, and pauses between', async () => {
  const { begun, pieces } = askFor(withPauses(OPTIONS), 'mallory', 'mallory', 'mallory', 'alice', 'bob');
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all(pieces);
  expect(begun).toEqual(['mallory at 0', 'alice at 100', 'bob at 200', 'mallory at 300', 'mallory at 600']);
});

test('too much work of one account is refused, and the work of others is not', async () => {
  const run = withPauses(OPTIONS);
  const { pieces } = askFor(run, ...Array.from({ length: 10 }, () => 'mallory'), 'alice');
  await Promise.all(pieces.slice(4, 10).map((piece) => refusedWith('BUSY', piece)));
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all([...pieces.slice(0, 4), ...pieces.slice(10)]);
});

test('work is refused when too many accounts wait, and accepted again later', async () => {
  const run = withPauses(OPTIONS);
  const { pieces } = askFor(run, 'alice', 'bob', 'carol', 'dave');
  await refusedWith('BUSY', pieces[3] ?? Promise.resolve());
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all(pieces.slice(0, 3));
  const again = askFor(run, 'dave');
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all(again.pieces);
});

test('a failure is the answer to its own caller alone', async () => {
  const run = withPauses(OPTIONS);
  const failed = run('alice', () => Promise.reject(new Error('unreadable')));
  await expect(failed).rejects.toThrow('unreadable');
  const next = run('alice', async () => 'done');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await next).toBe('done');
});
