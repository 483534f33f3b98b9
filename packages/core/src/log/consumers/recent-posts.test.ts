import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalBus, type PlainPost } from '../bus.js';
import { RecentPosts } from './recent-posts.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const STREAM = '01a210b2-b4c1-741d-9297-c45d536e4682';
const postAt = (seq: number): PlainPost => ({ seq, messageId: `m${seq}`, authorId: 'a', at: 'now' });
const seqs = (posts: readonly PlainPost[] | null) => posts?.map(({ seq }) => seq) ?? null;

/** Hints of the next positions of a stream, each of a plain message or of another event, and times that pass. */
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<'post'>('post') },
    { weight: 1, arbitrary: fc.constant<'other'>('other') },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  ),
  { maxLength: 40 },
);

test('what is handed over is exactly the messages asked for, and what was posted within two seconds is there', () => {
  fc.assert(
    fc.property(steps, fc.nat(40), fc.nat(40), (all, from, length) => {
      const bus = createLocalBus();
      const recent = new RecentPosts(bus);
      let seq = 0;
      let now = 0;
      const postedAt = new Map<number, number>();
      for (const step of all) {
        if (typeof step === 'number') {
          vi.advanceTimersByTime(step);
          now += step;
          continue;
        }
        seq++;
        if (step === 'post') postedAt.set(seq, now);
        bus.publish({ streamId: STREAM, seq, frame: '', post: step === 'post' ? postAt(seq) : null });
      }
      const wanted = Array.from({ length }, (_, index) => from + index + 1);
      const found = seqs(recent.between(STREAM, from, from + length));
      if (found !== null) expect(found).toEqual(wanted);
      const isSure = wanted.length > 0 && wanted.every((at) => now - (postedAt.get(at) ?? -1e9) < 2_000);
      if (isSure) expect(found).toEqual(wanted);
      recent.close();
      vi.clearAllTimers();
    }),
    { numRuns: 500 },
  );
});

test('messages of several nodes are there, in whatever order their hints come', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }), (order) => {
      const bus = createLocalBus();
      const recent = new RecentPosts(bus);
      for (const seq of order) {
        const hint = { streamId: STREAM, seq, frame: '', post: postAt(seq) };
        if (seq % 2 === 0) bus.publish(hint);
        else bus.hear(hint);
      }
      expect(seqs(recent.between(STREAM, 2, 8))).toEqual([3, 4, 5, 6, 7, 8]);
      recent.close();
    }),
  );
});

test('nothing is handed over from before a hint was missed', async () => {
  const bus = createLocalBus();
  const recent = new RecentPosts(bus);
  for (const seq of [1, 2]) bus.hear({ streamId: STREAM, seq, frame: '', post: postAt(seq) });
  expect(seqs(recent.between(STREAM, 0, 2))).toEqual([1, 2]);
  await bus.check();
  expect(recent.between(STREAM, 0, 2)).toBe(null);
  recent.close();
});

test('nothing is kept of a stream that is quiet, and no more than fits', () => {
  const bus = createLocalBus();
  const recent = new RecentPosts(bus);
  for (let seq = 1; seq <= 120_000; seq++)
    bus.publish({ streamId: STREAM, seq, frame: '', post: postAt(seq) });
  expect(recent.between(STREAM, 0, 1)).toBe(null);
  expect(seqs(recent.between(STREAM, 119_999, 120_000))).toEqual([120_000]);
  vi.advanceTimersByTime(4_000);
  expect(recent.between(STREAM, 119_999, 120_000)).toBe(null);
  expect(vi.getTimerCount()).toBe(0);
  recent.close();
});

test.each([
  ['a message', postAt(4)],
  ['another event', null],
])('nothing is handed over of positions that %s takes again, as after a fail-over', (_what, post) => {
  const bus = createLocalBus();
  const recent = new RecentPosts(bus);
  for (let seq = 1; seq <= 3; seq++) bus.publish({ streamId: STREAM, seq, frame: '', post: postAt(seq) });
  vi.advanceTimersByTime(2_000);
  for (let seq = 4; seq <= 6; seq++) bus.publish({ streamId: STREAM, seq, frame: '', post: postAt(seq) });
  expect(seqs(recent.between(STREAM, 0, 6))).toEqual([1, 2, 3, 4, 5, 6]);
  bus.publish({ streamId: STREAM, seq: 4, frame: '', post });
  for (const [after, until] of [
    [0, 3],
    [2, 5],
    [4, 6],
  ] as const)
    expect(recent.between(STREAM, after, until)).toBe(null);
  expect(seqs(recent.between(STREAM, 3, 4))).toEqual(post === null ? null : [4]);
  recent.close();
});
