import { afterEach, expect, test } from 'vitest';
import { BackgroundWork, rowByRow, type WorkSource } from './background-work.js';

const silent = { error: () => {}, warn: () => {}, info: () => {} };
const running: BackgroundWork[] = [];
afterEach(async () => {
  for (const work of running.splice(0)) await work.stop();
});

function start(...sources: WorkSource[]): BackgroundWork {
  const work = new BackgroundWork(sources, silent, 3_600_000);
  running.push(work);
  return work;
}

/** A source with pieces of work, and what has been done of them. */
function sourceOf(pieces: string[], done: string[]): WorkSource {
  return async () => {
    const piece = pieces.shift();
    if (piece !== undefined) done.push(piece);
    return piece !== undefined;
  };
}

test('does what is there at the start, one piece of each source in turn', async () => {
  const done: string[] = [];
  await start(sourceOf(['a1', 'a2', 'a3'], done), sourceOf(['b1'], done)).idle();
  expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('does what comes later when it is woken', async () => {
  const pieces: string[] = [];
  const done: string[] = [];
  const work = start(sourceOf(pieces, done));
  await work.idle();
  pieces.push('late');
  work.wake();
  await work.idle();
  expect(done).toEqual(['late']);
});

test('looks again when it is woken while it ends', async () => {
  const pieces: string[] = [];
  const done: string[] = [];
  const work = start(async () => {
    const found = await sourceOf(pieces, done)();
    // Comes after the source has been found empty.
    if (!found && done.length === 0 && pieces.length === 0) {
      pieces.push('just in time');
      work.wake();
    }
    return found;
  });
  await work.idle();
  expect(done).toEqual(['just in time']);
});

test('a source that fails keeps no other waiting, and is tried again', async () => {
  const done: string[] = [];
  let failures = 0;
  const failing = async () => {
    failures++;
    throw new Error('the database is away');
  };
  const work = start(failing, sourceOf(['a', 'b'], done));
  await work.idle();
  expect(done).toEqual(['a', 'b']);
  const before = failures;
  await work.idle();
  expect(failures).toBeGreaterThan(before);
});

test('begins nothing after it was stopped, and waits for the piece under way', async () => {
  const done: string[] = [];
  let finish = () => {};
  const work = start(async () => {
    if (done.length > 0) done.push('too late');
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    done.push('under way');
    return true;
  });
  const stopped = work.stop();
  finish();
  await stopped;
  work.wake();
  await work.idle();
  expect(done).toEqual(['under way']);
});

test('rows are taken by key, each in its turn, also where one never ends', async () => {
  const rows = ['a', 'b', 'c'];
  const taken: string[] = [];
  const source = rowByRow<string>(
    async (after) => rows.find((row) => after === null || row > after) ?? null,
    async (row) => {
      taken.push(row);
      if (row === 'a') throw new Error('never works');
      return true;
    },
  );
  for (let n = 0; n < 7; n++) await source().catch(() => {});
  expect(taken).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a']);
});

test('a row that another node works on is left to it, and the others come next time', async () => {
  const rows = ['a', 'b'];
  const source = rowByRow<string>(
    async (after) => rows.find((row) => after === null || row > after) ?? null,
    async (row) => row !== 'a',
  );
  expect([await source(), await source(), await source()]).toEqual([false, true, false]);
});
