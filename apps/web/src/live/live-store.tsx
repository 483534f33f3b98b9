import { createPalaverClient } from '@palaver/client';
import { createPalaverStore, indexedDbStorage, type PalaverStore } from '@palaver/client/store';
import { PalaverProvider } from '@palaver/react';
import { type ReactNode, useEffect, useState } from 'react';
import { currentSession, forgetWriting, type Session, setSession } from '../session/session.js';

/** Keeps a store for as long as somebody is signed in. */
export function LiveStore({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) {
  const [store, setStore] = useState<PalaverStore | null>(null);
  useEffect(() => {
    const client = createPalaverClient({
      url: location.origin,
      token: session.token,
      onSignedOut: () => setSession(null),
    });
    const account = `palaver:${session.userId}`;
    const opened = createPalaverStore({ client, storage: indexedDbStorage(account), account });
    setStore(opened);
    return () => {
      opened.close();
      client.close();
    };
  }, [session]);
  return store && <PalaverProvider store={store}>{children}</PalaverProvider>;
}

/** Ends the session, and removes what this device has of it. */
export async function signOut(store: PalaverStore): Promise<void> {
  await store.client.api.auth.logout.mutate().catch(() => {});
  await store.forget();
  const session = currentSession();
  if (session !== null) forgetWriting(session.userId);
  setSession(null);
}
