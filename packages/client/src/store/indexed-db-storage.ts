import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import type { StoreStorage } from './storage.js';

/**
 * Of the views. A release that stores them otherwise takes another number, and so does not see what this one has stored; all of
 * it can be read again.
 */
const VIEWS_VERSION = 1;
/** An object store that a database does not have: somebody else has made it. */
const BROKEN = 'NotFoundError';

/**
 * Keeps a store in two databases of the browser: what can be read again, and what people have written. So the one can be
 * thrown away without the other. Give each account a `name` of its own.
 */
export function indexedDbStorage(name: string): StoreStorage {
  const views = mending(`${name}:views:${VIEWS_VERSION}`);
  // What is stored in browsers has this name.
  const outgoing = createStore(`${name}:outbox`, 'messages');
  return {
    read: (keys) => views((store) => readAll(store, keys)),
    write: (changes) => views((store) => writeAll(store, changes)),
    outgoing: () => outgoing('readonly', (objects) => promisifyRequest<unknown[]>(objects.getAll())),
    keep: async (message) => {
      const kept = new Map([[message.nonce, message]]);
      try {
        await writeAll(outgoing, kept);
      } catch (error) {
        if (nameOf(error) !== 'QuotaExceededError') throw error;
        // What can be read again makes room for what cannot.
        await views(clear);
        await writeAll(outgoing, kept);
      }
    },
    drop: (nonce) => writeAll(outgoing, new Map([[nonce, undefined]])),
    clear: async (what = 'everything') => {
      await Promise.all([views(clear), ...(what === 'everything' ? [clear(outgoing)] : [])]);
    },
  };
}

function readAll(store: UseStore, keys: readonly string[]): Promise<unknown[]> {
  return store('readonly', (objects) =>
    Promise.all(keys.map((key) => promisifyRequest<unknown>(objects.get(key)))),
  );
}

/** In one transaction: all of it is written, or nothing. */
function writeAll(store: UseStore, changes: ReadonlyMap<string, unknown>): Promise<void> {
  return change(store, (objects) => {
    for (const [key, value] of changes) {
      if (value === undefined) objects.delete(key);
      else objects.put(value, key);
    }
  });
}

function clear(store: UseStore): Promise<void> {
  return change(store, (objects) => objects.clear());
}

function change(store: UseStore, make: (objects: IDBObjectStore) => void): Promise<void> {
  return store('readwrite', (objects) => {
    make(objects);
    // A page that is being left writes for the last time, and is not there any more to end the transaction.
    objects.transaction.commit();
    return promisifyRequest(objects.transaction);
  });
}

/** A database that is thrown away when it is not what it should be. It is there again after the next start. */
function mending(name: string) {
  const store = createStore(name, 'views');
  return async <Result>(work: (store: UseStore) => Promise<Result>): Promise<Result> => {
    try {
      return await work(store);
    } catch (error) {
      if (nameOf(error) === BROKEN) indexedDB.deleteDatabase(name);
      throw error;
    }
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
