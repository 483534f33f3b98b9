import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { HEARTBEAT_MS, type Hub, type RunningServices } from '@palaver/core';

export interface RealtimeOptions {
  readonly services: RunningServices;
  /** The rate limiter's door for upgrades: when it returns false, it has answered and the socket is no longer ours. */
  readonly limitUpgrade: (req: IncomingMessage, socket: Duplex) => boolean;
  /** The pages that may connect, beside those of the service itself. */
  readonly allowedOrigins: readonly string[];
  readonly heartbeatMs?: number;
  readonly framesPerMinute?: number;
  readonly authenticateWithinMs?: number;
  /** How long peers may take to answer a close when the service stops. */
  readonly closeWithinMs?: number;
}

/** The same, with nothing left open, as its parts are given it. */
export type Realtime = Required<RealtimeOptions> & {
  readonly hub: Hub;
  readonly log: RunningServices['log'];
};

export function withDefaults(options: RealtimeOptions): Realtime {
  const { services } = options;
  return {
    hub: services.hub,
    log: services.log,
    heartbeatMs: HEARTBEAT_MS,
    framesPerMinute: 120,
    authenticateWithinMs: 10_000,
    closeWithinMs: 3_000,
    ...options,
  };
}
