import { expect, test } from 'vitest';
import { Delivery } from '../../log/delivery.js';
import { inBatches, takePage } from './catch-up.js';
import type { Subscription } from './subscription.js';

const STREAM_ID = 'channel';

function subscriptionAt(cursor: number, head: number): Subscription {
  return {
    stream: { kind: 'channel', id: STREAM_ID },
    head,
    standing: null,
    server: null,
    subscriber: {
      userId: 'bob',
      mode: 'active',
      push: () => {},
      drop: () => {},
      revoke: () => {},
      disconnect: () => {},
    },
    cursor,
    live: false,
  };
}

const pageOf = (...seqs: number[]) => seqs.map((seq) => new Delivery('{}', { streamId: STREAM_ID, seq }));

test('the events after the cursor are taken up to the first gap', () => {
  const subscription = subscriptionAt(4, 9);
  const page = pageOf(5, 6, 8, 9);
  expect(takePage(subscription, page)).toEqual(page.slice(0, 2));
  expect(subscription.cursor).toBe(6);
});

test.each([
  ['a page that starts after a gap', pageOf(7, 8)],
  ['an empty page', []],
])('%s moves the cursor to the head with a resync', (_name, page) => {
  const subscription = subscriptionAt(4, 9);
  const frames = takePage(subscription, page)?.map(({ frame }) => frame);
  expect(frames).toEqual([{ type: 'resync', data: { channelId: STREAM_ID, seq: 9 } }]);
  expect(subscription.cursor).toBe(9);
});

test('an event missing after the head is never skipped', () => {
  const subscription = subscriptionAt(9, 9);
  expect(takePage(subscription, pageOf(11))).toBeNull();
  expect(subscription.cursor).toBe(9);
});

test('a batch ends once it has 64 KiB', () => {
  const half = new Delivery('x'.repeat(32 * 1024));
  const sizes = [...inBatches([half, half, half, half, half])].map((batch) => batch.length);
  expect(sizes).toEqual([2, 2, 1]);
});
