import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DebtBucketLimit, HEARTBEAT_MS, type Hub, type RunningServices } from '@palaver/core';

export interface RealtimeOptions {
  readonly services: RunningServices;
  /** Gives an upgrade its id and its log. */
  readonly identify: (req: IncomingMessage) => void;
  /** The rate limiter: it calls `pass`, at once or soon, or answers the upgrade and closes the socket. */
  readonly limitUpgrade: (req: IncomingMessage, socket: Duplex, pass: () => void) => void;
  /** The scheme by which a client sent a request, perhaps to a proxy. */
  readonly schemeOf: (req: IncomingMessage) => 'http' | 'https';
  /** The origins whose pages may connect, besides that of the service itself. */
  readonly allowedOrigins: readonly string[];
  readonly heartbeatMs?: number;
  /** How fast each socket is read. */
  readonly frameLimit?: DebtBucketLimit;
  readonly authenticateWithinMs?: number;
  /** When the service stops, and when a client did not sign in, a peer that has not answered the close by then is cut. */
  readonly closeWithinMs?: number;
}

/** The options with their defaults, and the hub. */
export type Realtime = Required<RealtimeOptions> & {
  readonly hub: Hub;
};

export function withDefaults(options: RealtimeOptions): Realtime {
  const { services } = options;
  return {
    hub: services.hub,
    heartbeatMs: HEARTBEAT_MS,
    frameLimit: { perMinute: 600, burst: 600 },
    authenticateWithinMs: 10_000,
    closeWithinMs: 3_000,
    ...options,
  };
}
