import { expect, test } from 'vitest';
import type { PostAnswer, PostDraft, PostQueue } from '../../procedures/post-queue.js';
import { refusedWith } from '../../testing/expect.js';
import { pacedQueue, togetherAfter } from './paced-queue.js';

function draftOf(channelId: string, content: string): PostDraft {
  const nothing = { parentId: null, mentions: null, extra: null, idempotency: null };
  return { channelId, userId: 'ada', content, attachmentIds: [], ...nothing };
}

/** A queue that is behind with the channels in `behind`; `catchUp` says that their readers have caught up. */
function setUp() {
  const posted: string[] = [];
  const behind = new Set<string>();
  const turns: Array<() => void> = [];
  const queue: PostQueue = {
    post: async ({ content }): Promise<PostAnswer> => {
      posted.push(content);
      return { kind: 'replayed', messageId: content };
    },
    measure: () => ({ waiting: 2, channels: 0, batches: 0 }),
  };
  const paced = pacedQueue(queue, {
    isBehind: (channelId) => behind.has(channelId),
    caughtUp: () => new Promise((resolve) => turns.push(resolve)),
  });
  const post = (channelId: string, content: string) => paced.post(draftOf(channelId, content));
  const catchUp = () => turns.shift()?.();
  return { paced, posted, behind, turns, catchUp, post };
}

test('posts to a channel that is behind wait in their order, and others do not', async () => {
  const { paced, posted, behind, catchUp, post } = setUp();
  behind.add('large');
  const waiting = [post('large', 'one'), post('large', 'two')];
  await post('small', 'other');
  expect(posted).toEqual(['other']);
  expect(paced.measure().waiting).toBe(4);
  behind.clear();
  // It comes before those that waited have gone on.
  waiting.push(post('large', 'three'));
  catchUp();
  await Promise.all(waiting);
  expect(posted).toEqual(['other', 'one', 'two', 'three']);
  expect(paced.measure().waiting).toBe(2);
  await post('large', 'four');
  expect(posted.at(-1)).toBe('four');
});

test('some go on together, and the next ones once these are with everybody', async () => {
  const { posted, behind, turns, catchUp, post } = setUp();
  behind.add('large');
  const waiting = Array.from({ length: 100 }, (_, n) => post('large', String(n)));
  for (const together of [16, 16 + 32]) {
    catchUp();
    await Promise.all(waiting.slice(0, together));
    await expect.poll(() => turns.length, { interval: 1 }).toBe(1);
    expect(posted).toHaveLength(together);
  }
  catchUp();
  await Promise.all(waiting);
  expect(posted).toEqual(waiting.map((_, n) => String(n)));
});

test.each([
  ['as many as their readers have within a second', 64, 2_000, 32],
  ['twice as many as before at most', 16, 10, 32],
  ['64 at most', 64, 10, 64],
  ['one at least', 1, 5_000, 1],
])('of those that wait, %s go on together', (_rule, released, tookMs, expected) => {
  expect(togetherAfter(released, tookMs)).toBe(expected);
});

test('a post is refused where a thousand of its channel wait, and the others go on', async () => {
  const { posted, behind, catchUp, post, turns } = setUp();
  behind.add('large');
  const waiting = Array.from({ length: 1_000 }, (_, n) => post('large', String(n)));
  await refusedWith('BUSY', post('large', 'too many'));
  while (posted.length < 1_000) {
    catchUp();
    await expect.poll(() => turns.length === 1 || posted.length === 1_000, { interval: 1 }).toBe(true);
  }
  await Promise.all(waiting);
  expect(posted).toHaveLength(1_000);
  expect(posted).not.toContain('too many');
});
