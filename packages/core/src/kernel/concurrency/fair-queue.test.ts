import { expect, test } from 'vitest';
import { refusedWith } from '../../testing/expect.js';
import { fairQueue } from './fair-queue.js';

const ONE_AT_A_TIME = { concurrency: 1, waitingMax: 4, perCallerMax: 3 };

/** A queue whose only place is taken until `release`, and the order in which its jobs ran. */
function heldQueue() {
  const queue = fairQueue(ONE_AT_A_TIME);
  const ran: string[] = [];
  let release = () => {};
  const held = queue(
    { caller: 'first', isKnown: false },
    () => new Promise<void>((done) => (release = done)),
  );
  const enqueue = (caller: string, name: string, isKnown = false) =>
    queue({ caller, isKnown }, async () => {
      ran.push(name);
      if (name === 'fails') throw new Error('failed');
    });
  return { held, ran, enqueue, release: () => release() };
}

test('callers are served one after the other, known callers come first, and a failure stops nothing', async () => {
  const { ran, enqueue, release } = heldQueue();
  const jobs = [
    enqueue('a', 'a1'),
    enqueue('a', 'fails'),
    enqueue('a', 'a3'),
    enqueue('b', 'b1'),
    enqueue('k', 'known', true),
  ];
  release();
  expect((await Promise.allSettled(jobs)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(ran).toEqual(['known', 'a1', 'b1', 'fails', 'a3']);
});

test('one caller, and all together, are refused with BUSY when full; the known have a queue of their own', async () => {
  const { held, enqueue, release } = heldQueue();
  const waiting = [enqueue('a', 'a1'), enqueue('a', 'a2'), enqueue('a', 'a3')];
  await refusedWith('BUSY', enqueue('a', 'a4'));
  waiting.push(enqueue('b', 'b1'));
  await refusedWith('BUSY', enqueue('c', 'c1'));
  waiting.push(enqueue('c', 'known', true));
  release();
  await Promise.all([held, ...waiting]);
  await enqueue('c', 'room again');
});
