import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Middleware } from '../http/middleware.js';
import { networkOf } from './address.js';
import type { AuthOperations } from './auth-operations.js';
import { type ClientOf, NO_ADDRESS } from './client-ip.js';
import { type Cost, costOf, upgradeCostOf } from './cost.js';
import { Limiter, type LimiterOptions } from './limiter.js';
import { authPerNetwork, RATE_LIMITS, type RateLimits } from './limits.js';
import { LocalBuckets, type Verdict } from './local-buckets.js';
import { reject, rejectUpgrade } from './rejection.js';
import { SharedBuckets, type Sharing } from './shared-buckets.js';

export interface RateLimitOptions extends LimiterOptions {
  readonly operations: AuthOperations;
  readonly clientOf: ClientOf;
  /** Those of docs/reference.md by default. */
  readonly limits?: RateLimits;
  /** Absent: this node has no others. */
  readonly sharing?: Sharing | undefined;
}

/** The rate limiter of one server: requests and upgrades take their tokens from the same buckets. */
export interface RateLimit {
  /**
   * For requests whose target is normalized. It runs after CORS, without whose headers a page could not read the 429,
   * and before body parsing and authentication.
   */
  readonly middleware: Middleware;
  /**
   * For the `upgrade` event, before anything else reads the request. It calls `pass`, or sends the 429, after which the
   * socket is closed.
   */
  readonly limitUpgrade: (req: IncomingMessage, socket: Duplex, pass: () => void) => void;
  /** For the metrics. */
  readonly measure: () => RateLimitMeasures;
}

/** By limiter: the requests refused since the start, and the buckets that are not full. */
export interface RateLimitMeasures {
  readonly refused: Readonly<Record<'global' | 'auth', number>>;
  readonly buckets: Readonly<Record<'global' | 'auth', number>>;
  /** The requests that were decided on without the other nodes because the shared buckets did not answer in time. */
  readonly alone: number;
}

/** Makes the rate limiter of docs/reference.md, section 8. Where this node is alone, it answers in the same turn of the event loop. */
export function rateLimit(options: RateLimitOptions): RateLimit {
  const { operations, clientOf, limits = RATE_LIMITS, sharing } = options;
  const local = new LocalBuckets(limits, options);
  const shared = sharing && new SharedBuckets(local, sharing);
  const buckets = shared ?? local;
  const networks = new Limiter(authPerNetwork(limits), options);
  const refused = { global: 0, auth: 0 };

  /** An address of IPv4 is a network of its own, whose bucket is the first one. */
  function isRefusedToNetwork(key: string, cost: Cost): boolean {
    return cost.auth > 0 && key.includes(':') && !networks.take(networkOf(key), cost.auth);
  }

  /** The network that is found here goes with the request. */
  function decide(req: IncomingMessage, cost: Cost, answer: (isGranted: boolean) => void): void {
    if (cost.global === 0) {
      answer(true);
      return;
    }
    const key = clientOf(req).address;
    if (key !== NO_ADDRESS) req.network = networkOf(key);
    const settle = (taken: Verdict) => {
      const verdict = taken === 'granted' && isRefusedToNetwork(key, cost) ? 'auth' : taken;
      if (verdict !== 'granted') refused[verdict]++;
      answer(verdict === 'granted');
    };
    const verdict = buckets.take(key, cost);
    if (typeof verdict === 'string') settle(verdict);
    else void verdict.then(settle);
  }

  return {
    middleware(req, res, next) {
      const cost = costOf(req, operations);
      decide(req, cost, (isGranted) => {
        // The client has gone while the store was asked. Nobody would hear of the end of this answer any more.
        if (res.destroyed) return;
        if (isGranted) next();
        else reject(req, res, cost.native);
      });
    },
    limitUpgrade(req, socket, pass) {
      const cost = upgradeCostOf(req, operations);
      decide(req, cost, (isGranted) => {
        if (socket.destroyed) return;
        if (isGranted) pass();
        else rejectUpgrade(req, socket, cost.native);
      });
    },
    measure: () => ({ refused: { ...refused }, buckets: local.sizes, alone: shared?.alone ?? 0 }),
  };
}
