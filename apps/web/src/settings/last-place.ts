import { pathOfThisSite } from '../session/return-path.js';

const STORED = 'palaver:last-place';

let place = '/';

/** Remembers where the person is in the chat, for when the settings are closed, and for the next visit. */
export function rememberPlace(path: string): void {
  place = pathOfThisSite(path);
  if (/^\/(servers|dms)\/./.test(path)) localStorage.setItem(STORED, path);
}

export function lastPlace(): string {
  return place;
}

/** Whether a path is one of these places, or within one. */
export function isWithin(path: string, places: readonly string[]): boolean {
  return places.some((place) => `${path}/`.startsWith(`${place}/`));
}

/** Where somebody was last in the chat on this device; null for nowhere. */
export function lastVisited(): string | null {
  return localStorage.getItem(STORED);
}
