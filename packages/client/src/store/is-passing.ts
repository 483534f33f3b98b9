const UNAUTHENTICATED = 401;
const OF_THE_SERVICE = 500;

/**
 * Whether an error with this HTTP status says nothing of the message itself: the service could not do it now, or the session
 * has ended. Then it is sent again.
 */
export function isPassing(status: number): boolean {
  return status === UNAUTHENTICATED || status >= OF_THE_SERVICE;
}
