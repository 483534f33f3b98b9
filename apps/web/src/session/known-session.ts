import { rememberLive } from './last-live.js';
import { currentSession, onSession, setSession } from './session.js';

/** No answer within this time counts as no connection, in milliseconds. */
const ANSWER_WITHIN_MS = 2_000;
/** What is open erases what the device has of an ended session; after this time the session goes in any case. */
const ERASED_WITHIN_MS = 2_000;

/**
 * Resolves once nothing of an ended session can be shown: the service knows the session, or does not answer, or the session is over
 * and what the device has of it is erased.
 */
export async function sessionIsKnown(): Promise<void> {
  const session = currentSession();
  if (session === null) return;
  const answer = await fetch('/api/users/me', {
    headers: { Authorization: `Bearer ${session.token}` },
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => null);
  if (answer?.ok) rememberLive();
  else if (answer?.status === 401) await sessionHasGone();
}

/** The calls of the page learn that it is over, too, and erase what is kept (`live/live.ts`). */
function sessionHasGone(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const leave = onSession(() => currentSession() === null && done());
    const timer = setTimeout(() => setSession(null), ERASED_WITHIN_MS);
    if (currentSession() === null) done();
  });
}
