import {
  createPalaverStore,
  type Locks,
  memoryStorage,
  type PalaverStore,
  type PalaverStoreOptions,
} from '@palaver/client/store';
import { expect } from 'vitest';
import type { Person } from '../support/room.js';

/** Opens stores, and closes them all. */
export class Stores {
  readonly #url: string;
  readonly #open: PalaverStore[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** A store of a person, which has begun. By default it shares nothing with others. */
  open(person: Person, options: Partial<PalaverStoreOptions> = {}): PalaverStore {
    const client = person.client({ url: this.#url });
    const store = createPalaverStore({ client, storage: memoryStorage(), locks: null, ...options });
    this.#open.push(store);
    store.subscribe(
      ({ connection }) => connection,
      () => {},
    );
    return store;
  }

  close(): void {
    for (const store of this.#open.splice(0)) store.close();
  }
}

export const live = (store: PalaverStore) => expect.poll(() => store.state.connection.status).toBe('live');

/** The locks of one browser, as the Web Locks API has them. */
export function browserLocks(): Locks {
  const held = new Map<string, Promise<unknown>>();
  return {
    request: async (name, { ifAvailable = false }, callback) => {
      if (ifAvailable && held.has(name)) return callback(null);
      while (held.has(name)) await held.get(name);
      const work = callback({});
      const over = work.then(
        () => {},
        () => {},
      );
      held.set(name, over);
      void over.then(() => held.delete(name));
      return work;
    },
  };
}
