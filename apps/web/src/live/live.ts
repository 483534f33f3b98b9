import { createPalaverClient } from '@palaver/client';
import { type DraftKeeper, keepDrafts } from '@palaver/client/personal';
import { createPalaverStore, indexedDbStorage, type PalaverStore } from '@palaver/client/store';
import { currentSession, type Session, setSession, WRITING } from '../session/session.js';
import { keysAt, prefetchingStorage } from './prefetching-storage.js';

/** What is open for as long as somebody is signed in. */
export interface Live {
  readonly session: Session;
  readonly store: PalaverStore;
  /** What the person has begun to write. */
  readonly drafts: DraftKeeper;
  close(): void;
}

let atStart: Live | null = null;

/** Begins to read what is known and to connect. Called before what shows it is run, which takes about as long. */
export function openAtStart(): void {
  const session = currentSession();
  if (session !== null) atStart = openLive(session);
}

/** What was opened at the start for a session. */
export function openedFor(session: Session): Live | null {
  return atStart?.session === session ? atStart : null;
}

/** Gives what was opened at the start to one caller, who closes it; to others, and for another session, a new one. */
export function takeLive(session: Session): Live {
  const taken = openedFor(session) ?? openLive(session);
  atStart = null;
  return taken;
}

function openLive(session: Session): Live {
  const client = createPalaverClient({
    url: location.origin,
    token: session.token,
    onSignedOut: () => setSession(null),
  });
  const account = `palaver:${session.userId}`;
  const storage = prefetchingStorage(indexedDbStorage(account), keysAt(location.pathname));
  const store = createPalaverStore({ client, storage, account });
  const drafts = keepDrafts({ store, storage: localStorage, prefix: `${WRITING}${session.userId}:` });
  const close = () => {
    drafts.close();
    store.close();
    client.close();
  };
  return { session, store, drafts, close };
}
