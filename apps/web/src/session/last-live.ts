const KEY = 'palaver:last-live';
/** How often it is written that the service is within reach, in milliseconds. */
export const LIVE_EVERY_MS = 60_000;

/** Remembers that the service knows the session now. */
export function rememberLive(now = Date.now()): void {
  localStorage.setItem(KEY, String(now));
}

/** When the service last knew the session, in milliseconds since 1970; null where that is not known. */
export function lastLive(): number | null {
  const at = Number(localStorage.getItem(KEY));
  return at > 0 ? at : null;
}

/**
 * Whether a session that the service does not know any more has only run out: it was not used for as long as one lasts. Else
 * somebody has ended it, on this or another device.
 */
export function hasRunOut({ idleMs }: { readonly idleMs: number }, now = Date.now()): boolean {
  const at = lastLive();
  return at !== null && now - at >= idleMs;
}
