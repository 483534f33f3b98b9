import { expect, test } from 'vitest';
import type { PostAnswer, PostDraft, PostQueue } from '../../procedures/post-queue.js';
import { refusedWith } from '../../testing/expect.js';
import { pacedQueue } from './paced-queue.js';

function draftOf(channelId: string, content: string): PostDraft {
  const nothing = { parentId: null, mentions: null, extra: null, idempotency: null };
  return { channelId, userId: 'ada', content, attachmentIds: [], ...nothing };
}

/** A queue that is behind with the channels in `behind`, until `catchUp`. */
function setUp() {
  const posted: string[] = [];
  const queue: PostQueue = {
    post: async ({ content }): Promise<PostAnswer> => {
      posted.push(content);
      return { kind: 'replayed', messageId: content };
    },
    measure: () => ({ waiting: 2, channels: 0, batches: 0 }),
  };
  const behind = new Map<string, PromiseWithResolvers>();
  const paced = pacedQueue(queue, {
    whenCaughtUp: (channelId) => behind.get(channelId)?.promise ?? null,
  });
  const fallBehind = (channelId: string) => void behind.set(channelId, withResolvers());
  const catchUp = (channelId: string) => {
    const turn = behind.get(channelId);
    behind.delete(channelId);
    turn?.resolve();
  };
  const post = (channelId: string, content: string) => paced.post(draftOf(channelId, content));
  return { paced, posted, fallBehind, catchUp, post };
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  resolve(): void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

test('posts to a channel that is behind wait in their order, and others do not', async () => {
  const { paced, posted, fallBehind, catchUp, post } = setUp();
  fallBehind('large');
  const waiting = [post('large', 'one'), post('large', 'two')];
  await post('small', 'other');
  expect(posted).toEqual(['other']);
  expect(paced.measure().waiting).toBe(4);
  catchUp('large');
  // It comes before those that waited have gone on.
  waiting.push(post('large', 'three'));
  await Promise.all(waiting);
  expect(posted).toEqual(['other', 'one', 'two', 'three']);
  expect(paced.measure().waiting).toBe(2);
  await post('large', 'four');
  expect(posted.at(-1)).toBe('four');
});

test('a post is refused where a thousand of its channel wait, and the others go on', async () => {
  const { posted, fallBehind, catchUp, post } = setUp();
  fallBehind('large');
  const waiting = Array.from({ length: 1_000 }, (_, n) => post('large', String(n)));
  await refusedWith('BUSY', post('large', 'too many'));
  catchUp('large');
  await Promise.all(waiting);
  expect(posted).toHaveLength(1_000);
  expect(posted).not.toContain('too many');
});
