import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { answerUnderWay } from '../http/answered-in-order.js';
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

/** A connection is cut after this number of looks that find nothing moved. */
const LOOKS = 10;

/**
 * Cuts connections that have moved no byte for `stalledMs`, unless the service still works on their answer. Node emits `timeout` after
 * a time without a read and without progress of a write since it last looked. So one look of the whole time would find the bytes that
 * the kernel took at once, and wait as long again.
 */
function cutStalled(server: Server, stalledMs: number): void {
  const lookMs = stalledMs / LOOKS;
  /** When the last look at a connection was that found nothing moved, and the first of these looks. */
  const stalls = new WeakMap<Socket, { since: number; last: number }>();
  server.timeout = lookMs;
  server.on('timeout', (socket) => {
    if (socket.writableLength === 0) {
      if (answerUnderWay(socket) !== null) return void socket.setTimeout(lookMs);
      // Node has set the time that a connection may be idle after an answer.
      if (socket.timeout !== lookMs) return void socket.destroy();
    }
    const now = performance.now();
    const stall = stalls.get(socket) ?? { since: 0, last: 0 };
    // Where a look in between has not come, something has moved.
    if (now - stall.last > 1.5 * lookMs) stall.since = now - lookMs;
    stall.last = now;
    stalls.set(socket, stall);
    if (now - stall.since >= stalledMs) socket.destroy();
    else socket.setTimeout(lookMs);
  });
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
  cutStalled(server, stalledMs);
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
