import type { Delivery } from '../log/delivery.js';

/**
 * Why a feed has ended: the session is over; the subscriber was too slow (`overflow`); the log cannot be read; the service
 * stops; or the subscriber has closed it.
 */
export type Ending = 'session-over' | 'overflow' | 'log-unreadable' | 'restarting' | 'closed';

export interface FeedOptions {
  /** Bytes that the subscriber has taken and not sent yet. */
  readonly unsent?: () => number;
  /** Called once, at the instant of the end, also while the subscriber is busy. */
  readonly onEnd?: (ending: Ending) => void;
}

/** The streams to add, and the cursors to begin from, by stream id. */
export interface SubscribeRequest {
  readonly channelIds: readonly string[];
  readonly since: ReadonlyMap<string, number>;
}

/** Everything that one subscriber receives. */
export interface Feed {
  /** Null while the feed is open. */
  readonly ending: Ending | null;
  /**
   * Adds streams and sends a `subscribed` that lists them. A cursor that is ahead of its stream is answered by a `resync`. A
   * request that is refused changes nothing. Throws `INVALID_INPUT` for too many streams, and `BUSY` when memberships change
   * faster than they can be looked up.
   */
  subscribe(request: SubscribeRequest): Promise<void>;
  /** Says whether the person is away from this connection; they are idle while they are from all of theirs. */
  setIdle(isIdle: boolean): void;
  /** Everything the subscriber is to receive, in batches, until the feed ends. */
  deliveries(): AsyncGenerator<readonly Delivery[], void>;
  end(ending: Ending): void;
}
