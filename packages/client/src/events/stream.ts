import type { Cursors } from './cursors.js';
import type { PalaverEvent } from './frames.js';
import { ResumingStream, type StreamTools } from './resuming-stream.js';

/** What a frontend shows of its connection. */
export type ConnectionState =
  | { readonly status: 'connecting' }
  /** Subscribed: what was missed is coming in, and then what happens. */
  | { readonly status: 'live' }
  | { readonly status: 'waiting'; readonly retryInMs: number; readonly reason: string }
  | { readonly status: 'closed'; readonly error: Error | null };

export interface SubscribeOptions {
  /** Ids of channels, of servers you are in, or your own user id: each has a stream of events. */
  readonly channels: readonly string[];
  /** Where to go on, by stream; 0 is the beginning. What has no cursor begins with what happens next. */
  readonly since?: Cursors;
  /** Called with each change of the connection, from `connecting` to `closed`. */
  readonly onState?: (state: ConnectionState) => void;
}

/**
 * The events of some streams: each committed event once, in the order of its stream, across any number of connections.
 * Read it with one `for await`; leaving the loop closes it. It ends when it is closed, and throws an
 * `EventStreamError` when the service will not have it; anything else it gets over by itself.
 */
export interface EventStream extends AsyncIterable<PalaverEvent> {
  readonly state: ConnectionState;
  /**
   * Where the reader is: by stream, the last event that the loop was given, the one it is at work on included. Store
   * it in one step with what the app made of the events, give it back as `since`, and each takes effect exactly once.
   */
  cursors(): Cursors;
  /** Adds streams; those it has already go on as they are. */
  add(channels: readonly string[], since?: Cursors): void;
  /** Drops streams, and what has not been read of them. */
  remove(channels: readonly string[]): void;
  /** Tells a channel that the user is typing. Call it for each key: only what is needed is sent. */
  typing(channelId: string): void;
  close(): void;
}

/** Opens a stream. Throws a `TypeError` without a WebSocket implementation. */
export function openEventStream(tools: StreamTools, options: SubscribeOptions): EventStream {
  return new ResumingStream(tools, options);
}
