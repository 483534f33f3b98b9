import type { OutgoingMessage } from './outgoing-message.js';

/**
 * Where a store keeps what a restart must not lose. The values are plain data, as `structuredClone` copies them. A store
 * goes on without it when a method rejects.
 */
export interface StoreStorage {
  /** The values of some keys, in their order; undefined for one that has none. */
  read(keys: readonly string[]): Promise<unknown[]>;
  /** Writes all of the values or none; undefined removes the key. */
  write(changes: ReadonlyMap<string, unknown>): Promise<void>;
  /** The messages that wait to be sent, as `keep` has stored them, or what an older release has stored. */
  outgoing(): Promise<unknown[]>;
  /** Stores a message that waits to be sent, by its nonce. Rejects when it is not stored. */
  keep(message: OutgoingMessage): Promise<void>;
  drop(nonce: string): Promise<void>;
  /** Removes everything, as after signing out; or what can be read again alone, and keeps what waits to be sent. */
  clear(what?: 'everything' | 'views'): Promise<void>;
}

/** Keeps everything in memory: for a program that needs no restart, and for tests. */
export function memoryStorage(): StoreStorage {
  const values = new Map<string, unknown>();
  const outgoing = new Map<string, OutgoingMessage>();
  return {
    read: async (keys) => keys.map((key) => structuredClone(values.get(key))),
    write: async (changes) => {
      for (const [key, value] of changes) {
        if (value === undefined) values.delete(key);
        else values.set(key, structuredClone(value));
      }
    },
    outgoing: async () => structuredClone([...outgoing.values()]),
    keep: async (message) => void outgoing.set(message.nonce, structuredClone(message)),
    drop: async (nonce) => void outgoing.delete(nonce),
    clear: async (what = 'everything') => {
      values.clear();
      if (what === 'everything') outgoing.clear();
    },
  };
}
