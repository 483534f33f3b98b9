import { memoryStorage, type StoreStorage } from '@palaver/client/store';
import { expect, test } from 'vitest';
import { prefetchingStorage } from './prefetching-storage.js';

/** A storage with these values, and which keys were read of it at a time. */
async function recorded(values: Readonly<Record<string, unknown>>) {
  const memory = memoryStorage();
  await memory.write(new Map(Object.entries(values)));
  const reads: (readonly string[])[] = [];
  const storage: StoreStorage = {
    ...memory,
    read: (keys) => {
      reads.push([...keys]);
      return memory.read(keys);
    },
  };
  return { storage, reads };
}

test('keys are read ahead, together, and once', async () => {
  const { storage, reads } = await recorded({ a: 1, b: 2 });
  const ahead = prefetchingStorage(storage, ['a', 'b', 'missing']);
  expect(await ahead.read(['b', 'a'])).toEqual([2, 1]);
  expect(await ahead.read(['missing'])).toEqual([undefined]);
  expect(reads).toEqual([['a', 'b', 'missing']]);
});

test('what is asked for together is read together, in its order, each for who has asked', async () => {
  const { storage, reads } = await recorded({ a: 1, b: 2, c: 3 });
  const ahead = prefetchingStorage(storage, []);
  expect(await Promise.all([ahead.read(['c']), ahead.read(['a', 'b']), ahead.read([])])).toEqual([
    [3],
    [1, 2],
    [],
  ]);
  expect(await ahead.read(['a'])).toEqual([1]);
  expect(reads).toEqual([['c', 'a', 'b'], ['a']]);
});

test('what was written since is not what was read ahead', async () => {
  const { storage } = await recorded({ a: 1, b: 2 });
  const ahead = prefetchingStorage(storage, ['a', 'b']);
  await ahead.write(new Map([['a', 5]]));
  expect(await ahead.read(['a', 'b'])).toEqual([5, 2]);
  const cleared = prefetchingStorage(storage, ['a', 'b']);
  await cleared.clear();
  expect(await cleared.read(['a', 'b'])).toEqual([undefined, undefined]);
});

test('a key that is read a second time is as it is then', async () => {
  const { storage } = await recorded({ a: 1 });
  const ahead = prefetchingStorage(storage, ['a']);
  expect(await ahead.read(['a'])).toEqual([1]);
  await storage.write(new Map([['a', 7]]));
  expect(await ahead.read(['a'])).toEqual([7]);
});

test('a storage that fails tells each who asks, and nobody else', async () => {
  const storage: StoreStorage = {
    ...memoryStorage(),
    read: () => Promise.reject(new Error('The disk is gone.')),
  };
  const ahead = prefetchingStorage(storage, ['a', 'never asked for']);
  await expect(ahead.read(['a'])).rejects.toThrow('The disk is gone.');
  await expect(ahead.read(['b'])).rejects.toThrow('The disk is gone.');
});
