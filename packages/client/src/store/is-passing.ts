import type { ErrorCode } from '../service.js';

const UNAUTHENTICATED = 401;
const OF_THE_SERVICE = 500;
/** The operator has to give more space: what is sent again meanwhile is refused again. */
const STAYS: ErrorCode = 'STORAGE_FULL';

/**
 * Whether an error says nothing of the message itself: the service could not do it now, or the session has ended. Then it is sent
 * again.
 */
export function isPassing({
  errorCode,
  httpStatus,
}: {
  readonly errorCode: ErrorCode;
  readonly httpStatus: number;
}): boolean {
  return errorCode !== STAYS && (httpStatus === UNAUTHENTICATED || httpStatus >= OF_THE_SERVICE);
}
