import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder } from './in-order.js';

test('acts in the order of the calls of a key, whatever is prepared first, and whatever fails', async () => {
  const calls = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), fails: fc.boolean() }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(calls, fc.infiniteStream(fc.nat()), async (given, picks) => {
      const run = inOrder();
      const acted: number[] = [];
      const prepared: Array<() => void> = [];
      const outcomes = given.map(({ key, fails }, index) =>
        run(
          key,
          () =>
            new Promise<number>((resolve, reject) => {
              prepared.push(() => (fails ? reject(new Error('not prepared')) : resolve(index)));
            }),
          async (mine) => void acted.push(mine),
        ),
      );
      expect(prepared).toHaveLength(given.length);
      const settled = Promise.allSettled(outcomes);
      for (const pick of picks) {
        if (prepared.length === 0) break;
        prepared.splice(pick % prepared.length, 1)[0]?.();
        await Promise.resolve();
      }
      await settled;
      for (const key of ['a', 'b']) {
        const mine = acted.filter((index) => given[index]?.key === key);
        const inTheirOrder = given.flatMap((call, index) => (call.key === key && !call.fails ? [index] : []));
        expect(mine).toEqual(inTheirOrder);
      }
    }),
  );
});
