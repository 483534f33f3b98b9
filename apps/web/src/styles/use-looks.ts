import { useSyncExternalStore } from 'react';
import { chosenDensity, type Density, onDensity } from './density.js';
import { chosenTheme, onTheme, type Theme } from './theme.js';

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, chosenTheme);
}

/** The chosen density. */
export function useDensity(): Density {
  return useSyncExternalStore(onDensity, chosenDensity);
}
