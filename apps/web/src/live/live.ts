import { createPalaverClient } from '@palaver/client';
import { type DraftKeeper, keepDrafts } from '@palaver/client/personal';
import { createPalaverStore, indexedDbStorage, type PalaverStore } from '@palaver/client/store';
import { hasRunOut } from '../session/last-live.js';
import { currentSession, forgetWriting, type Session, setSession, WRITING } from '../session/session.js';
import { prefetchingStorage } from './prefetching-storage.js';
import { shownAt } from './shown-at.js';

/** What is open for as long as somebody is signed in. */
export interface Live {
  readonly session: Session;
  readonly store: PalaverStore;
  /** What the person has begun to write. */
  readonly drafts: DraftKeeper;
  /** Lets go of what was watched ahead of the page. Call it when the page watches what it shows. */
  letGo(): void;
  close(): void;
  /** For a session that has ended: closes, and removes what the device has of it. */
  forget(): Promise<void>;
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
  taken.letGo();
  return taken;
}

function openLive(session: Session): Live {
  const client = createPalaverClient({
    url: location.origin,
    token: session.token,
    onSignedOut: () => void endedElsewhere(),
  });
  const account = `palaver:${session.userId}`;
  const shown = shownAt(location.pathname);
  const keys = shown.map(({ key }) => key);
  const storage = prefetchingStorage(indexedDbStorage(account), keys);
  const store = createPalaverStore({ client, storage, account });
  // The page is rendered once, with what is known, and not first without it.
  const watched = shown.map(({ watch }) => watch(store));
  const drafts = keepDrafts({ store, storage: localStorage, prefix: `${WRITING}${session.userId}:` });
  const letGo = () => {
    for (const end of watched.splice(0)) end();
  };
  const close = () => {
    drafts.close();
    store.close();
    client.close();
  };
  /** Removes what this device has of the session, but what was typed and not sent where the session has only run out. */
  const erase = async () => {
    close();
    const isOver = hasRunOut(session);
    if (!isOver) forgetWriting(session.userId);
    await store.forget(isOver ? 'views' : 'everything').catch(() => {});
  };
  let erased: Promise<void> | null = null;
  const forget = () => {
    erased ??= erase();
    return erased;
  };
  const endedElsewhere = async () => {
    await forget();
    if (currentSession()?.token === session.token) setSession(null);
  };
  return { session, store, drafts, letGo, close, forget };
}
