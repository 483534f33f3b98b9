import { expect, test } from 'vitest';
import type { PostOutcome } from '../../procedures/post-queue.js';
import { PLAIN_DRAFT } from '../../testing/plain-draft.js';
import { BatchQueue, type QueuedPost } from './batch-queue.js';
import { ChannelQueues } from './channel-queues.js';

test('posts to a channel that is always in conflict are handed over in their order, with those that have come meanwhile', async () => {
  const written: string[] = [];
  const handedOver: string[] = [];
  let isHeld = true;
  let commits = 0;
  let whenIdle = () => {};
  const idle = new Promise<void>((resolve) => {
    whenIdle = resolve;
  });
  let n = 0;
  const add = (channelId: string) => {
    const draft = { ...PLAIN_DRAFT, userId: 'alice', channelId, content: `${channelId} ${n++}` };
    queue.add({ draft, resolve: () => undefined, reject: () => undefined });
  };
  const queue: BatchQueue = new BatchQueue({
    commit: async (take) => {
      await Promise.resolve();
      const outcomes = take().map(({ draft }: QueuedPost): PostOutcome => {
        if (isHeld && draft.channelId === 'held') return { kind: 'conflict' };
        written.push(draft.content);
        return { kind: 'replayed', messageId: '' };
      });
      // Others come while each batch is under way, so that it is never the last.
      for (let i = 0; commits < 6 && i < 9; i++) add(i % 3 === 0 ? 'held' : 'free');
      commits++;
      return outcomes;
    },
    publish: () => undefined,
    onConflict: ({ draft }) => {
      handedOver.push(draft.content);
      isHeld = false;
    },
    onIdle: () => whenIdle(),
  });
  for (let i = 0; i < 12; i++) add(i % 2 === 0 ? 'held' : 'free');
  await idle;
  const numbers = (contents: readonly string[]) =>
    contents.filter((content) => content.startsWith('held')).map((content) => Number(content.slice(5)));
  const order = [...numbers(handedOver), ...numbers(written)];
  expect(handedOver.length).toBeGreaterThan(6);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('posts that are handed over begin anew: the queue of their channel writes them also where it is busy meanwhile', async () => {
  let handOver = () => {};
  const handedOver = new Promise<void>((resolve) => {
    handOver = resolve;
  });
  const channels = new ChannelQueues({
    commit: async (_, drafts) => {
      const outcomes = drafts().map((): PostOutcome => ({ kind: 'replayed', messageId: '' }));
      await handedOver;
      return outcomes;
    },
    publish: () => undefined,
  });
  const main = new BatchQueue({
    commit: async (take) => take().map(() => ({ kind: 'conflict' })),
    publish: () => undefined,
    onConflict: (post) => {
      channels.add(post);
      handOver();
    },
  });
  const post = (queue: Pick<BatchQueue, 'add'>) => {
    const draft = { ...PLAIN_DRAFT, userId: 'alice', channelId: 'held', content: '' };
    return new Promise<string>((resolve, reject) =>
      queue.add({ draft, resolve: ({ kind }) => resolve(kind), reject }),
    );
  };
  expect(await Promise.all([post(channels), post(main), post(main)])).toEqual(Array(3).fill('replayed'));
});
