import { createPalaverClient, type PalaverClient, type SignedIn } from '@palaver/client';
import { rememberLive } from './last-live.js';
import { setWelcomed } from './welcomed.js';

/** Who is signed in on this device. */
export interface Session {
  readonly token: string;
  readonly userId: string;
  /** For how long it lasts without being used, in milliseconds. */
  readonly idleMs: number;
}

/** The standard of the service (SESSION_IDLE_DAYS). */
const IDLE_MS = 30 * 24 * 3_600_000;

/** What is kept of a sign-in. */
export function sessionOf({ token, user, expiresAt }: SignedIn): Session {
  return { token, userId: user.id, idleMs: Date.parse(expiresAt) - Date.now() };
}

const STORED = 'palaver:session';
/** Begins the keys of what somebody has typed and not sent; their id follows. */
export const WRITING = 'palaver:writing:';
/** The key of what was on the screen of the person who is signed in. */
export const PICTURE = 'palaver:picture';
const listeners = new Set<() => void>();

/** Other tabs of the browser sign in and out together. */
addEventListener('storage', ({ key }) => {
  if (key === STORED || key === null) changed();
});

let current = read();

export function currentSession(): Session | null {
  return current;
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The calls of a session outside of the chat. */
export function clientOf({ token }: Session): PalaverClient {
  return createPalaverClient({ url: location.origin, token, maxRetries: 2 });
}

export function setSession(session: Session | null): void {
  if (session === null) {
    localStorage.removeItem(STORED);
    localStorage.removeItem(PICTURE);
  } else {
    localStorage.setItem(STORED, JSON.stringify(session));
    rememberLive();
    setWelcomed();
  }
  changed();
}

/** Removes what somebody has typed on this device: for signing out. */
export function forgetWriting(userId: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(`${WRITING}${userId}:`)) localStorage.removeItem(key);
  }
}

function changed(): void {
  current = read();
  for (const listener of [...listeners]) listener();
}

function read(): Session | null {
  const text = localStorage.getItem(STORED);
  if (text === null) return null;
  try {
    const { token, userId, idleMs = IDLE_MS }: Partial<Session> = JSON.parse(text);
    return typeof token === 'string' && typeof userId === 'string'
      ? { token, userId, idleMs: Number(idleMs) }
      : null;
  } catch {
    return null;
  }
}
