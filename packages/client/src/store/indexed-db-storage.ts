import { clear, createStore, del, getMany, promisifyRequest, set, type UseStore, values } from 'idb-keyval';
import type { OutgoingMessage } from './outgoing-message.js';
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
  const outbox = createStore(`${name}:outbox`, 'messages');
  const keep = (message: OutgoingMessage) => set(message.nonce, message, outbox);
  return {
    read: (keys) => views((store) => getMany([...keys], store)),
    write: (changes) => views((store) => writeAll(store, changes)),
    outgoing: () => values(outbox),
    keep: async (message) => {
      try {
        await keep(message);
      } catch (error) {
        if (nameOf(error) !== 'QuotaExceededError') throw error;
        // What can be read again makes room for what cannot.
        await views(clear);
        await keep(message);
      }
    },
    drop: (nonce) => del(nonce, outbox),
    clear: async () => {
      await Promise.all([views(clear), clear(outbox)]);
    },
  };
}

/** In one transaction: all of it is written, or nothing. */
function writeAll(store: UseStore, changes: ReadonlyMap<string, unknown>): Promise<void> {
  return store('readwrite', (objects) => {
    for (const [key, value] of changes) {
      if (value === undefined) objects.delete(key);
      else objects.put(value, key);
    }
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
