/**
 * The reason for which a stream has ended by itself:
 * - `SESSION_OVER`: the session has ended, or the client has no token; sign in again;
 * - `SUBSCRIPTION_REFUSED`: the service refuses the subscription for the reason in `message`, such as too many streams.
 */
export class EventStreamError extends Error {
  override readonly name = 'EventStreamError';
  readonly code: 'SESSION_OVER' | 'SUBSCRIPTION_REFUSED';

  constructor(code: EventStreamError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
