import { createPalaverClient } from '@palaver/client';
import { type DraftKeeper, keepDrafts } from '@palaver/client/personal';
import { createPalaverStore, indexedDbStorage, type PalaverStore } from '@palaver/client/store';
import { PalaverProvider } from '@palaver/react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { currentSession, forgetWriting, type Session, setSession, WRITING } from '../session/session.js';
import { showNotifications } from './browser-notifications.js';

/** Of who is signed in. Closed, they write no text any more. */
let openDrafts: DraftKeeper | null = null;
const DraftsContext = createContext<DraftKeeper | null>(null);

/** What the person has begun to write. */
export function useDrafts(): DraftKeeper {
  const drafts = useContext(DraftsContext);
  if (drafts === null) throw new Error('There is no LiveStore');
  return drafts;
}

/** Keeps a store for as long as somebody is signed in. */
export function LiveStore({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) {
  const [opened, setOpened] = useState<{ store: PalaverStore; drafts: DraftKeeper } | null>(null);
  useEffect(() => {
    const client = createPalaverClient({
      url: location.origin,
      token: session.token,
      onSignedOut: () => setSession(null),
    });
    const account = `palaver:${session.userId}`;
    const store = createPalaverStore({ client, storage: indexedDbStorage(account), account });
    const prefix = `${WRITING}${session.userId}:`;
    const drafts = keepDrafts({ store, storage: localStorage, prefix });
    const hideNotifications = showNotifications(store, session.userId);
    openDrafts = drafts;
    setOpened({ store, drafts });
    return () => {
      hideNotifications();
      drafts.close();
      store.close();
      client.close();
    };
  }, [session]);
  return (
    opened && (
      <PalaverProvider store={opened.store}>
        <DraftsContext value={opened.drafts}>{children}</DraftsContext>
      </PalaverProvider>
    )
  );
}

/** Ends the session, and removes what this device has of it. */
export async function signOut(store: PalaverStore): Promise<void> {
  // First: once the service has ended the session, this page may show the sign-in before the call is answered.
  const session = currentSession();
  openDrafts?.close();
  if (session !== null) forgetWriting(session.userId);
  await store.client.api.auth.logout.mutate().catch(() => {});
  await store.forget();
  setSession(null);
}
