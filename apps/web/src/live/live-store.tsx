import { createPalaverClient } from '@palaver/client';
import { createPalaverStore, indexedDbStorage, type PalaverStore } from '@palaver/client/store';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Session, setSession } from '../session/session.js';

const Context = createContext<PalaverStore | null>(null);

/** What the person who is signed in sees of the service. */
export function useStore(): PalaverStore {
  const store = useContext(Context);
  if (store === null) throw new Error('There is no LiveStore');
  return store;
}

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
  return store && <Context value={store}>{children}</Context>;
}

/** Ends the session, and removes what this device has of it. */
export async function signOut(store: PalaverStore): Promise<void> {
  await store.client.api.auth.logout.mutate().catch(() => {});
  await store.forget();
  setSession(null);
}
