import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageOrder } from './message-order.js';

const place = (n: number) => ({ offset: n, length: 1 });

test('a reply stands after the first message of its thread, however they come, and replies to replies are of the same thread', () => {
  const order = new MessageOrder();
  const all = [
    ['deep', 'reply', 4],
    ['reply', 'root', 2],
    ['root', null, 3],
    ['other', 'missing', 1],
    ['one', 'two', 5],
    ['two', 'one', 6],
  ] as const;
  for (const [n, [id, threadId, at]] of all.entries()) order.add({ id, threadId, at }, place(n));
  const told = [...order.inOrder()].map(({ offset, root, isRootMissing }) => [
    all[offset]?.[0],
    root === null || root === 'named' ? root : all[root.offset]?.[0],
    isRootMissing,
  ]);
  expect(told).toEqual([
    ['other', null, true],
    ['root', null, false],
    ['reply', 'named', false],
    ['deep', 'root', false],
    ['one', null, true],
    ['two', null, true],
  ]);
});

test('every message comes once, and after what begins its thread', () => {
  const message = fc.record({ thread: fc.option(fc.nat(12)), at: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
      const order = new MessageOrder();
      for (const [n, { thread, at }] of messages.entries())
        order.add({ id: `m${n}`, threadId: thread === null ? null : `m${thread}`, at }, place(n));
      const seen = new Set<number>();
      for (const { offset, root } of order.inOrder()) {
        const begins = root === 'named' ? messages[offset]?.thread : root?.offset;
        if (begins != null) expect(seen.has(begins)).toBe(true);
        seen.add(offset);
      }
      expect(seen.size).toBe(messages.length);
    }),
  );
});
