import type { StoreStorage } from '@palaver/client/store';

/**
 * A storage that reads some keys before anybody asks for them, and reads together what is asked for together: each
 * transaction of the browser takes time of its own.
 */
export function prefetchingStorage(storage: StoreStorage, keys: readonly string[]): StoreStorage {
  let batch: { readonly keys: string[]; readonly values: Promise<unknown[]> } | null = null;
  const read = async (wanted: string): Promise<unknown> => {
    batch ??= beginBatch();
    const place = batch.keys.push(wanted) - 1;
    return (await batch.values)[place];
  };
  function beginBatch() {
    const together: string[] = [];
    const values = Promise.resolve().then(() => {
      batch = null;
      return storage.read(together);
    });
    return { keys: together, values };
  }
  const ahead = new Map(keys.map((key) => [key, read(key)]));
  // Whoever asks for one hears of it.
  for (const value of ahead.values()) value.catch(() => {});
  const take = (key: string) => {
    const value = ahead.get(key) ?? read(key);
    ahead.delete(key);
    return value;
  };
  return {
    ...storage,
    read: (wanted) => Promise.all(wanted.map(take)),
    write: (changes) => {
      for (const key of changes.keys()) ahead.delete(key);
      return storage.write(changes);
    },
    clear: (what) => {
      ahead.clear();
      return storage.clear(what);
    },
  };
}
