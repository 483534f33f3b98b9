import { whenIdle } from '@palaver/elements/ui/when-idle.js';
import { pathOfThisSite } from '../../session/return-path.js';
import { forgetChannel } from '../../shell/last-channel.js';

const STORED = 'palaver:last-place';

let place = '/';
let failed: string | null = null;

/**
 * Remembers where the person is in the chat, for when the settings are closed, and for the next visit: then only once the
 * page has shown it and is idle, so that a place which stops the page is not where it begins again.
 */
export function rememberPlace(path: string): void {
  place = pathOfThisSite(path);
  if (!/^\/(servers|dms)\/./.test(path)) return;
  whenIdle(() => {
    if (path !== failed) localStorage.setItem(STORED, path);
  });
}

/** A place that could not be shown is not where the next visit begins. */
export function forgetPlace(path: string): void {
  failed = path;
  if (localStorage.getItem(STORED) === path) localStorage.removeItem(STORED);
  forgetChannel(path);
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
