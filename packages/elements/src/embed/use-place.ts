import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Places, Shown } from './places.js';

const Context = createContext<Places | null>(null);

export const PlacesProvider = Context.Provider;

/** Throws outside of `Palaver`. */
export function usePlaces(): Places {
  const places = useContext(Context);
  if (places === null) throw new Error('This part of a chat must stand within <Palaver>');
  return places;
}

/** What is shown; null while nothing is. */
export function useShown(): Shown | null {
  const places = usePlaces();
  const get = () => places.shown;
  return useSyncExternalStore(places.subscribe, get, get);
}
