import type { PalaverStore } from '@palaver/client/store';
import { createContext, type ReactNode, useContext } from 'react';

const StoreContext = createContext<PalaverStore | null>(null);

export interface PalaverProviderProps {
  /** Made once, outside of components. Whoever makes it closes it. */
  readonly store: PalaverStore;
  readonly children?: ReactNode;
}

/** Gives a store to the hooks of all components inside. */
export function PalaverProvider({ store, children }: PalaverProviderProps): ReactNode {
  return <StoreContext.Provider value={store}>{children}</StoreContext.Provider>;
}

/** The store of the `PalaverProvider` around this component: `edit`, `react`, `markRead`, `retry`, `discard`, and `client.api` for every other call. Throws an `Error` without one. */
export function useStore(): PalaverStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('There is no PalaverProvider around this component.');
  return store;
}
