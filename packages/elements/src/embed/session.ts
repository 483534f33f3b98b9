import { createPalaverClient, type PalaverClientOptions } from '@palaver/client';
import { type DraftKeeper, type DraftStorage, keepDrafts } from '@palaver/client/personal';
import { createPalaverStore, type PalaverStore } from '@palaver/client/store';
import { Places } from './places.js';

/** A token of a person, or a function that gives one whenever the client needs it. */
export type PalaverToken = NonNullable<PalaverClientOptions['token']>;

export interface SessionOptions {
  /** The URL of the service, without a path: `https://chat.example.org`. */
  readonly url: string;
  readonly token: PalaverToken;
  /** The store of a page that has one already. Whoever made it closes it, and gives its client the next token. */
  readonly store?: PalaverStore;
}

/** A person who is signed in, for as long as a page shows their chat. Nothing of it is kept on the device. */
export interface PalaverSession {
  /** Tells the sessions of a page apart. */
  readonly id: number;
  readonly url: string;
  /** The token that was used last. */
  readonly token: string;
  readonly store: PalaverStore;
  readonly drafts: DraftKeeper;
  /** What the parts on a page show together. */
  readonly places: Places;
  /**
   * Takes another token. Resolves with false, and keeps the token before, where it is not known to be of the same person: then open
   * another session.
   */
  renew(token: PalaverToken): Promise<boolean>;
  close(): void;
}

let count = 0;

/** Opens a session. It asks the service for nothing before something shows it. Throws a `TypeError` for what is no URL. */
export function openSession({ url, token, store: given }: SessionOptions): PalaverSession {
  const { origin } = new URL(url);
  let last = '';
  const noting = (source: PalaverToken) => async () => {
    const next = typeof source === 'function' ? await source() : source;
    last = typeof next === 'object' ? (next?.token ?? '') : next;
    return next;
  };
  const store = given ?? storeOf(origin, noting(token));
  if (given !== undefined) void noting(token)().catch(() => {});
  const drafts = keepDrafts({ store, storage: inMemory(), prefix: '' });
  return {
    id: ++count,
    url: origin,
    get token() {
      return last;
    },
    store,
    drafts,
    places: new Places(),
    renew: async (next) => {
      const { userId } = store.state;
      if (userId !== null && (await personOf(origin, next)) !== userId) return false;
      store.client.setToken(noting(next));
      return true;
    },
    close: () => {
      drafts.close();
      if (given !== undefined) return;
      store.close();
      store.client.close();
    },
  };
}

/** Its queue of what waits to be sent belongs to this page alone. */
function storeOf(url: string, token: PalaverToken): PalaverStore {
  return createPalaverStore({ client: createPalaverClient({ url, token }), locks: null });
}

/** Whose token it is; null where the service does not tell. */
async function personOf(url: string, token: PalaverToken): Promise<string | null> {
  const client = createPalaverClient({ url, token, maxRetries: 1 });
  try {
    return (await client.api.users.me.query()).id;
  } catch {
    return null;
  } finally {
    client.close();
  }
}

function inMemory(): DraftStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
}
