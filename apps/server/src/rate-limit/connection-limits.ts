import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { answerUnderWay } from '../http/in-turn.js';
import { canonicalAddress, parseAddress } from './address.js';
import { CountByKey } from './count-by-key.js';
import type { TrustedProxies } from './trusted-proxies.js';

export interface ConnectionLimits {
  /** The most open TCP connections. */
  readonly connections: number;
  /** The most of one TCP address; a trusted proxy has no such limit. */
  readonly connectionsPerAddress: number;
  /** The most requests of one client address that are not answered yet. */
  readonly requestsPerAddress: number;
  readonly headersSeconds: number;
  readonly requestSeconds: number;
  readonly keepAliveSeconds: number;
}

/** A connection whose unsent bytes make no progress for this long is cut. */
const STALLED_MS = 30_000;
/** How often Node looks for requests that take too long to arrive. */
const CHECK_MS = 1_000;

/** The options of `createServer` that bound how long a request takes to arrive. */
export function arrivalLimits(limits: ConnectionLimits): ServerOptions {
  return {
    headersTimeout: limits.headersSeconds * 1_000,
    requestTimeout: limits.requestSeconds * 1_000,
    keepAliveTimeout: limits.keepAliveSeconds * 1_000,
    connectionsCheckingInterval: CHECK_MS,
  };
}

/**
 * Closes connections beyond the limits, and those that are idle or whose peer does not read for `stalledMs`. `refused`
 * returns how many were closed at once.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  trustedProxies: TrustedProxies,
  stalledMs = STALLED_MS,
): { refused(): number } {
  const open = new CountByKey(limits.connectionsPerAddress);
  const counted = new WeakSet<Socket>();
  let refused = 0;
  server.maxConnections = limits.connections;
  server.on('drop', () => {
    refused++;
  });
  // Node emits `timeout` after this time without a read and without progress of a write, and restarts it at each of them.
  server.timeout = stalledMs;
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0 || answerUnderWay(socket) === null) socket.destroy();
  });
  server.on('connection', (socket) => {
    // A connection comes again when its offer of another protocol is ignored.
    if (counted.has(socket)) return;
    counted.add(socket);
    const remote = parseAddress(socket.remoteAddress ?? '');
    if (remote === undefined || trustedProxies.includes(remote)) return;
    const address = canonicalAddress(remote);
    if (open.enter(address)) {
      socket.once('close', () => open.leave(address));
    } else {
      refused++;
      socket.destroy();
    }
  });
  return { refused: () => refused };
}
