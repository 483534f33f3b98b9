import type { Cursors } from './cursors.js';
import type { PalaverEvent } from './frames.js';

/** The state of the connection, for a frontend to show. */
export type ConnectionState =
  | { readonly status: 'connecting' }
  /** Subscribed: missed events come first, then new ones. */
  | { readonly status: 'live' }
  | { readonly status: 'waiting'; readonly retryInMs: number; readonly reason: string }
  /** The session is over, and the stream goes on with the next token: only with `outlivesSession`. */
  | { readonly status: 'signed-out' }
  | { readonly status: 'closed'; readonly error: Error | null };

export interface SubscribeOptions {
  /** Ids of channels, of servers that the user is in, or the user's own id: each has a stream of events. */
  readonly channels: readonly string[];
  /** By stream id, the `seq` to resume after; 0 is the beginning. A stream without a cursor begins with its next event. */
  readonly since?: Cursors;
  /** Whether it goes on after `setToken` where the session is over, in place of throwing. False by default. */
  readonly outlivesSession?: boolean;
  /** Called with each new state, from `connecting` to `closed`. */
  readonly onState?: (state: ConnectionState) => void;
}

/**
 * The events of some streams: each committed event once, in the order of its stream, across any number of connections.
 * Read it with one `for await`; leaving the loop closes it. It ends when it is closed, and throws an `EventStreamError`
 * when the session is over or the service refuses the subscription. After any other failure it reconnects.
 */
export interface EventStream extends AsyncIterable<PalaverEvent> {
  readonly state: ConnectionState;
  /**
   * By stream id, the `seq` of the last event that the loop has received, including the current one. Store it in one
   * transaction with the effects of the events, pass it as `since` later, and each event takes effect exactly once.
   */
  cursors(): Cursors;
  /** Adds streams. Streams that it has already are not changed. */
  add(channels: readonly string[], since?: Cursors): void;
  /** Removes streams and their unread events. */
  remove(channels: readonly string[]): void;
  /** Reports to a channel that the user is typing. Call it for each key: it is sent only as often as needed. */
  typing(channelId: string): void;
  /** Says whether the user is away from this client, also after a reconnect. They are idle while they are from all. */
  idle(isIdle: boolean): void;
  close(): void;
}
