import type { Job } from '../common/job.js';
import type { RequestSet } from '../http/request-sender.js';
import type { ConnectionSpec } from '../websocket/connection-spec.js';

/** Sockets that all subscribe to the same channel or room. */
export interface SubscriberGroup {
  readonly sockets: number;
  /** Used in turn; the load generator adds the address of a client. */
  readonly connections: readonly ConnectionSpec[];
  /** What each frame of a message begins with; other frames are not counted. */
  readonly framePrefix: string;
  /** Whether each frame ends with `"seq":n}}`, and `n` grows by one from frame to frame. */
  readonly numbered: boolean;
}

/** How messages are published: by requests, or by the first subscriber over its own socket. */
export type Publishing =
  | ({ readonly kind: 'requests' } & RequestSet)
  | { readonly kind: 'socket'; readonly text: string };

/** What the latency of a delivery is measured from: the request of its message, or the answer to it. */
export type LatencyFrom = 'send' | 'answer';

/** An operation is a delivery: one message received by one socket. */
export interface FanOutJob extends Job {
  readonly subscribers: SubscriberGroup;
  readonly publishing: Publishing;
  /** How many messages are in flight at the most; ignored where `perSecond` is set. */
  readonly inFlight: number;
  /** Messages a second; null: as many as the target takes. */
  readonly perSecond: number | null;
  readonly latencyFrom: LatencyFrom;
}

/** The number of messages for a number of deliveries: at least one. */
export function messagesFor(deliveries: number, sockets: number): number {
  return Math.max(1, Math.round(deliveries / sockets));
}
