import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Middleware } from '../http/middleware.js';
import { networkOf } from './address.js';
import type { AuthOperations } from './auth-operations.js';
import { type ClientOf, NO_ADDRESS } from './client-ip.js';
import { type Cost, costOf, upgradeCostOf } from './cost.js';
import { Limiter, type LimiterOptions } from './limiter.js';
import { RATE_LIMITS, type RateLimits } from './limits.js';
import { reject, rejectUpgrade } from './rejection.js';

export interface RateLimitOptions extends LimiterOptions {
  readonly operations: AuthOperations;
  readonly clientOf: ClientOf;
  /** Those of docs/reference.md by default. */
  readonly limits?: RateLimits;
}

/** The rate limiter of one server: requests and upgrades take their tokens from the same buckets. */
export interface RateLimit {
  /**
   * For requests whose target is normalized. It runs after CORS, without whose headers a page could not read the 429,
   * and before body parsing and authentication.
   */
  readonly middleware: Middleware;
  /**
   * For the `upgrade` event, before anything else reads the request. False means that the 429 is being sent and that the
   * caller must leave the socket alone.
   */
  readonly allowUpgrade: (req: IncomingMessage, socket: Duplex) => boolean;
  /** For the metrics. */
  readonly measure: () => RateLimitMeasures;
}

/** By limiter: the requests refused since the start, and the buckets that are not full. */
export interface RateLimitMeasures {
  readonly refused: Readonly<Record<'global' | 'auth', number>>;
  readonly buckets: Readonly<Record<'global' | 'auth', number>>;
}

/** Makes the rate limiter of docs/reference.md, section 8. */
export function rateLimit(options: RateLimitOptions): RateLimit {
  const { operations, clientOf, limits = RATE_LIMITS } = options;
  const global = new Limiter(limits.global, options);
  const auth = new Limiter(limits.auth, options);
  const refused = { global: 0, auth: 0 };

  /**
   * Auth comes "in addition to" Global (section 8): a request pays Global first, and does not get that token back when
   * Auth refuses it. What Global refuses costs no Auth token. The network that is found here goes with the request.
   */
  function allows(req: IncomingMessage, cost: Cost): boolean {
    if (cost.global === 0) return true;
    const key = clientOf(req).address;
    if (key !== NO_ADDRESS) req.network = networkOf(key);
    const refusing = !global.take(key, cost.global)
      ? 'global'
      : cost.auth > 0 && !auth.take(key, cost.auth)
        ? 'auth'
        : null;
    if (refusing !== null) refused[refusing]++;
    return refusing === null;
  }

  return {
    middleware(req, res, next) {
      const cost = costOf(req, operations);
      if (allows(req, cost)) next();
      else reject(req, res, cost.native);
    },
    allowUpgrade(req, socket) {
      const cost = upgradeCostOf(req, operations);
      if (allows(req, cost)) return true;
      rejectUpgrade(req, socket, cost.native);
      return false;
    },
    measure: () => ({ refused: { ...refused }, buckets: { global: global.size, auth: auth.size } }),
  };
}
