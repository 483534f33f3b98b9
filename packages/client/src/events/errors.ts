/**
 * Why a stream has ended by itself:
 * - `SESSION_OVER`: the session has ended, or there never was one; sign in again;
 * - `SUBSCRIPTION_REFUSED`: the service does not take the subscription, and says why in `message`: a cursor is ahead
 *   of its stream (the app's state is of another database), or there are too many streams.
 */
export class EventStreamError extends Error {
  override readonly name = 'EventStreamError';
  readonly code: 'SESSION_OVER' | 'SUBSCRIPTION_REFUSED';

  constructor(code: EventStreamError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
